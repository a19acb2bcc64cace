/** The identifiers Stripe hands out: a prefix that says what it is, and letters of chance. */
import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `pi_3Nf…`: as unguessable as Stripe's own. */
export function makeId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`
}

/** Seconds since 1970, which is how Stripe's first API tells time. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
