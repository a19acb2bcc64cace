/** The kinds of identifier PayPal hands out, in the shapes it hands them out. */
import { randomBytes, randomInt } from 'node:crypto'

const accountLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const transactionLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What a merchant or payer id looks like; PayPal leaves out 0, 1, I and O. */
export const accountIdPattern = /^[2-9A-HJ-NP-Z]{13}$/

/** A merchant or payer id: 13 characters. */
export function makeAccountId(): string {
  return pick(accountLetters, 13)
}

/** An order, capture or refund id: 17 characters. */
export function makeTransactionId(): string {
  return pick(transactionLetters, 17)
}

/** The id of a webhook event. */
export function makeEventId(): string {
  return `WH-${pick(transactionLetters, 17)}-${pick(transactionLetters, 17)}`
}

/** What an error carries so that support can find the call. */
export function makeDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

/** An unguessable string for tokens, codes and secrets. */
export function makeSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

function pick(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
