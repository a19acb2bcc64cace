import { formatMoney } from '../../../contract/money-format.ts'
import type { Currency } from '../../../contract/money.ts'
import { currentLocale } from './locale.ts'

/** An amount with its symbol; a creator who has not chosen a currency yet is shown in the default one. */
export function formatAmount(amountMinor: number, currency: Currency | null | undefined): string {
  return formatMoney(amountMinor, currency ?? 'usd', currentLocale())
}
