/** Estimates what a creator receives of a tip, for texts. The ledger has what providers have really taken instead. */
import { serviceFee } from './money.ts'
import type { Currency, PayoutCurrency } from './money.ts'
import type { PayoutProvider } from './payout-calls.ts'

interface Price {
  /** The share of the payment, in hundredths of a percent. */
  rate: number
  /** In minor units. */
  fixed: number
}

/**
 * The published prices of a domestic payment by its currency: of a payment with PayPal's button
 * (https://www.paypal.com/us/webapps/mpp/merchant-fees, https://www.paypal.com/uk/webapps/mpp/merchant-fees) and of a card with
 * Stripe (https://stripe.com/pricing, https://stripe.com/gb/pricing). Payments from abroad cost more, and creators may have other
 * prices, so texts say "about".
 */
const prices: Record<PayoutProvider, Record<PayoutCurrency, Price>> = {
  paypal: { usd: { rate: 349, fixed: 49 }, gbp: { rate: 290, fixed: 30 } },
  stripe: { usd: { rate: 290, fixed: 30 }, gbp: { rate: 150, fixed: 20 } },
}

export interface TipToEstimate {
  /** The tip in minor units, without a covered fee. */
  amountMinor: number
  currency: Currency
  /** Whether the supporter pays the service fee on top. */
  isCovered: boolean
}

/** The least and the most that may arrive, in minor units. */
export interface Arrival {
  least: number
  most: number
}

/**
 * Estimates what arrives at the creator after the service fee and the fee of whichever of these providers is used. Undefined for a
 * currency without published prices, without a provider, and if the fees exceed the tip.
 */
export function estimateArrival(
  { amountMinor, currency, isCovered }: TipToEstimate,
  providers: readonly PayoutProvider[],
): Arrival | undefined {
  if (currency !== 'usd' && currency !== 'gbp') return undefined
  const fee = serviceFee(amountMinor, currency)
  const charged = isCovered ? amountMinor + fee : amountMinor
  const arriving = providers.map((provider) => {
    const { rate, fixed } = prices[provider][currency]
    return charged - fee - Math.round((charged * rate) / 10_000) - fixed
  })
  const [least, most] = [Math.min(...arriving), Math.max(...arriving)]
  return least > 0 && Number.isFinite(least) ? { least, most } : undefined
}
