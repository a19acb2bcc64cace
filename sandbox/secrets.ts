/** Unguessable strings in the alphabets that providers use. */
import { randomBytes, randomInt } from 'node:crypto'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Lower-case letters and digits: Twitch's tokens survive a client that lower-cases them. */
export function makeLowerCaseSecret(length: number): string {
  return Array.from({ length }, () => lowerCase[randomInt(lowerCase.length)]).join('')
}

/** URL-safe letters, `bytes` of chance. */
export function makeSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** A decimal number of so many digits that does not begin with 0. */
export function makeDigits(length: number): string {
  return Array.from({ length }, (_, at) => String(at === 0 ? randomInt(1, 10) : randomInt(10))).join('')
}
