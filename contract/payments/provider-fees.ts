/** Estimates what a creator receives of a tip, for texts. The ledger has what providers have really taken instead. */
import { currencyRules } from '../money/currencies.ts'
import { serviceFee } from '../money/service-fee.ts'
import type { Currency } from '../money/money.ts'
import type { PayoutProvider } from '../providers.ts'

export interface TipToEstimate {
  /** The tip in minor units, without a covered fee. */
  amountMinor: number
  currency: Currency
  /** Whether the supporter pays the service fee on top. */
  isCovered: boolean
  /** The percentage of the service fee here. */
  feePercent: number
}

/** The least and the most that may arrive, in minor units. */
export interface Arrival {
  least: number
  most: number
}

/**
 * Estimates what arrives at the creator after the service fee and the fee of whichever of these providers is used. Payments from
 * abroad cost more, and creators may have other prices, so texts say "about". Undefined for a currency that creators are not paid
 * in, without a provider, and if the fees exceed the tip.
 */
export function estimateArrival(
  { amountMinor, currency, isCovered, feePercent }: TipToEstimate,
  providers: readonly PayoutProvider[],
): Arrival | undefined {
  const { payout } = currencyRules[currency]
  if (!payout) return undefined
  const fee = serviceFee(amountMinor, currency, feePercent)
  const charged = isCovered ? amountMinor + fee : amountMinor
  const arriving = providers.map((provider) => {
    const [rate, fixed] = payout.prices[provider]
    return charged - fee - Math.round((charged * rate) / 10_000) - fixed
  })
  const [least, most] = [Math.min(...arriving), Math.max(...arriving)]
  return least > 0 && Number.isFinite(least) ? { least, most } : undefined
}
