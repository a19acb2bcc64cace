/** Makes identifiers in the formats that PayPal uses. */
import { randomBytes } from 'node:crypto'

import { pickLetters } from '../secrets.ts'

const accountLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const transactionLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The format of a merchant or payer id: without 0, 1, I and O. */
export const accountIdPattern = /^[2-9A-HJ-NP-Z]{13}$/

/** Makes a merchant or payer id of 13 characters. */
export function makeAccountId(): string {
  return pickLetters(accountLetters, 13)
}

/** Makes an order, capture or refund id of 17 characters. */
export function makeTransactionId(): string {
  return pickLetters(transactionLetters, 17)
}

/** Makes the id of a webhook event. */
export function makeEventId(): string {
  return `WH-${makeTransactionId()}-${makeTransactionId()}`
}

/** Makes the id in an error with which PayPal's support can find the call. */
export function makeDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}
