/** Password hashes: Argon2id, with a salt from the library. Each hash contains its own parameters. */
import { hash, verify } from '@node-rs/argon2'

/** 19 MiB, two passes, one lane: OWASP's first recommendation for Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash that is verified if the account does not exist, so that the response takes the same time. */
const nobody = hash('nobody has this password', cost)

/** Hashes a password for storage, normalised so that keyboards that compose accents and keyboards that do not give the same hash. */
export function hashPassword(password: string): Promise<string> {
  return hash(toOpaque(password), cost)
}

/** Returns whether a password matches the stored hash. Without a stored hash it returns false after the same time. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const opaque = toOpaque(password)
  const isRight = await verify(stored ?? (await nobody), opaque)
  if (isRight || typeof stored !== 'string') return isRight && typeof stored === 'string'
  const decomposed = password.normalize('NFD')
  return decomposed !== opaque && verify(stored, decomposed) // hashed before passwords had one form
}

/** Returns the form of a password that is hashed. https://www.rfc-editor.org/rfc/rfc8265#section-4.2.1 */
function toOpaque(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
