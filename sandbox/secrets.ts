/** Makes random identifiers and secrets in the alphabets that providers use. */
import { randomBytes, randomInt } from 'node:crypto'

/** Makes a random string of the given length and letters. */
export function pickLetters(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Makes a secret of lower-case letters and digits, like Twitch's tokens, because tmi.js lower-cases them. */
export function makeLowerCaseSecret(length: number): string {
  return pickLetters('abcdefghijklmnopqrstuvwxyz0123456789', length)
}

/** Makes a secret of URL-safe characters from `bytes` random bytes. */
export function makeSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Makes a decimal number of `length` digits that does not begin with 0. */
export function makeDigits(length: number): string {
  return pickLetters('123456789', 1) + pickLetters('0123456789', length - 1)
}
