import type { PayoutCurrency } from '../../../contract/money.ts'
import { m } from '../../../i18n/compiled/messages.js'

/** The currencies that a creator can be paid in, in the order in which they are offered. */
export const payoutCurrencies: readonly { value: PayoutCurrency; name: () => string }[] = [
  { value: 'usd', name: m.payout_currency_usd },
  { value: 'gbp', name: m.payout_currency_gbp },
]
