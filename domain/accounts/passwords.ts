/** Passwords at rest: Argon2id with the library's own salt and parameters, all of them written in the hash. */
import { hash, verify } from '@node-rs/argon2'

/** 19 MiB, two passes, one lane: OWASP's first choice for Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** What stands in for the hash of an account that is not there, so that the answer takes as long. */
const nobody = hash('nobody has this password', cost)

/** Hashes a password for storing. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Whether a password is the stored one. Without a stored hash it is not, and finding out takes as long. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await nobody), password)
  return isRight && typeof stored === 'string'
}
