import { formatMoney } from '../../../contract/money-format.ts'
import type { Currency } from '../../../contract/money.ts'
import { currentLocale } from './locale.ts'

/** Formats an amount with its currency symbol; in dollars when the creator has not chosen a currency. */
export function formatAmount(amountMinor: number, currency: Currency | null | undefined): string {
  return formatMoney(amountMinor, currency ?? 'usd', currentLocale())
}
