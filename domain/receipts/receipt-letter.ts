/** The letter that a fan gets about a tip. */
import { formatMoney } from '../../contract/money.ts'
import type { ReceiptRow } from '../../db/queries/receipts.ts'
import type { Letter } from '../accounts/account-mail.ts'
import { makeReceiptToken } from './receipt-token.ts'

export type ReceiptLetter = Extract<Letter, { kind: 'receipt' }>

/**
 * What a receipt says by mail. Neither the fan's name nor the message is in it: the address may be mistyped, and nobody may
 * send words of their own to strangers with it. Throws when nothing was paid.
 */
export function toReceiptLetter(key: Buffer, row: ReceiptRow): ReceiptLetter {
  const { orderId, currency, amountMinor, feeMinor, coveredFeeMinor, captureId, capturedAt } = row
  if (!capturedAt || !captureId) throw new Error('a receipt of what was not paid')
  const money = (minor: number) => formatMoney(minor, currency)
  return {
    kind: 'receipt',
    token: makeReceiptToken(key, orderId),
    creatorName: row.displayName,
    amount: money(amountMinor),
    facts: [
      ['Tip', money(amountMinor)],
      coveredFeeMinor > 0
        ? ['Service fee, covered by you', money(coveredFeeMinor)]
        : ['Service fee, in the tip', money(feeMinor)],
      ['You paid', money(amountMinor + coveredFeeMinor)],
      ['To', `${row.displayName} (@${row.userName})`],
      ['Towards', row.goalTitle ?? 'General tip'],
      ['Paid on', `${capturedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ['Paid by', row.provider === 'paypal' ? 'PayPal' : 'Card'],
      ['Payment reference', captureId],
      ['Receipt number', orderId],
    ],
  }
}
