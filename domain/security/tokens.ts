/** Secrets that are handed out once and stored only as a hash. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Returns a new unguessable token for a cookie or a link. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Returns the stored form of a token; undefined when the text is not a token. */
export function hashToken(token: string): Buffer | undefined {
  return tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

/** Returns a random code of six digits. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Returns the stored form of a six-digit code: an HMAC of the code and its owner, with a key that is not in the database. A plain
 * hash could be reversed by trying all million codes.
 */
export function macCode(key: Buffer, owner: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update('one-time code').update(owner).update(code).digest()
}

/** Compares two buffers in constant time. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
