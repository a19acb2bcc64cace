/** Makes Stripe's identifiers: a prefix for the kind of object, and random letters. */
import { pickLetters } from '../secrets.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Makes a new id such as `pi_3Nf…`. */
export function makeId(prefix: string, length = 24): string {
  return `${prefix}_${pickLetters(letters, length)}`
}

/** Returns the current Unix time in seconds, as the API v1 uses it. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
