/** The email with the receipt of a tip. */
import { dateLocale } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import { formatMoney } from '../../../contract/money/money.ts'
import type { ReceiptRow } from '../../../db/queries/payments/receipts.ts'
import { m } from '../../../i18n/compiled/messages.js'
import type { AccountEmail } from '../../mail/account-emails.ts'
import { makeReceiptToken } from './receipt-token.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'

export type ReceiptEmail = Extract<AccountEmail, { kind: 'receipt' }>

/**
 * Returns the receipt email in the reader's language. It contains neither the supporter's name nor the message, because the address
 * may be mistyped and nobody may use us to send their own words to strangers. Throws when the order is not paid.
 */
export function toReceiptEmail(keys: SecretKeys, row: ReceiptRow, locale: Locale): ReceiptEmail {
  const { orderId, currency, amountMinor, feeMinor, coveredFeeMinor, captureId, capturedAt } = row
  if (!capturedAt || !captureId) throw new Error('a receipt of an unpaid order')
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const to = { locale }
  return {
    kind: 'receipt',
    token: makeReceiptToken(keys, orderId),
    creatorName: row.displayName,
    amount: money(amountMinor),
    facts: [
      [m.mail_receipt_tip({}, to), money(amountMinor)],
      coveredFeeMinor > 0
        ? [m.receipt_fee_covered({}, to), money(coveredFeeMinor)]
        : [m.receipt_fee({}, to), money(feeMinor)],
      [m.receipt_charged({}, to), money(amountMinor + coveredFeeMinor)],
      [m.receipt_to({}, to), `${row.displayName} (@${row.userName})`],
      [m.mail_receipt_towards({}, to), row.goalTitle ?? m.receipt_general({}, to)],
      [m.receipt_at({}, to), formatTime(capturedAt, locale)],
      [m.receipt_paid_by({}, to), row.provider === 'paypal' ? 'PayPal' : m.receipt_card({}, to)],
      [m.receipt_reference({}, to), captureId],
      [m.receipt_number({}, to), orderId],
    ],
  }
}

/** Formats a time in UTC, because the reader's time zone is unknown. */
function formatTime(at: Date, locale: Locale): string {
  const shape = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${at.toLocaleString(dateLocale(locale), shape)} UTC`
}
