/** Secrets that are handed out once and kept only as something they can be known again by. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** A token that nobody guesses, for a cookie or a link. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** What a token is stored as; undefined when the text is no token at all. */
export function hashToken(token: string): Buffer | undefined {
  return tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

/** Six digits. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What a code is stored as: bound to its owner and to a key outside the database, for a million codes are soon hashed. */
export function macCode(key: Buffer, owner: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update('one-time code').update(owner).update(code).digest()
}

/** Whether two are the same, however much of them is. */
export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
