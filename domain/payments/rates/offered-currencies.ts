/** The currencies that supporters can tip a creator in. */
import { currencies, currencyRules } from '../../../contract/money/currencies.ts'
import { toMinorUnits } from '../../../contract/money/minor-units.ts'
import type { Currency, PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { readReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { findRate, minimumIn, ownMinimumIn } from './estimate-worth.ts'

/** A currency that a creator can be tipped in. */
export interface OfferedCurrency {
  currency: Currency
  /** The smallest tip, in minor units of it. */
  minimumMinor: number
  /** What one unit of it is worth in the creator's currency, by a published rate. */
  rate: number
}

/**
 * Lists the currencies that supporters can tip a creator in, the creator's own first. Another one is offered while there is a published
 * rate that is not too old; without one, a goal could not count the tip.
 */
export async function listOfferedCurrencies(
  db: Db,
  own: PayoutCurrency,
  minimumMinor: number,
): Promise<OfferedCurrency[]> {
  const rates = await readReferenceRates(db)
  return [
    ownOffer(own, minimumMinor),
    ...currencies.flatMap((currency) => {
      const rate = currency === own ? undefined : findRate(rates, currency, own)
      if (rate === undefined) return []
      return [{ currency, minimumMinor: minimumIn(currency, minimumMinor, own, rate), rate }]
    }),
  ]
}

/** Returns a currency as it is offered to a creator's supporters; undefined if it is not. The creator's own needs no look-up. */
export async function findOfferedCurrency(
  db: Db,
  own: PayoutCurrency,
  minimumMinor: number,
  wanted: Currency,
): Promise<OfferedCurrency | undefined> {
  if (wanted === own) return ownOffer(own, minimumMinor)
  const offered = await listOfferedCurrencies(db, own, minimumMinor)
  return offered.find(({ currency }) => currency === wanted)
}

/** Returns the largest tip in a currency, in minor units. */
export function maximumIn(of: Currency): number {
  return toMinorUnits(currencyRules[of].max, of)
}

function ownOffer(currency: PayoutCurrency, creatorsMinor: number): OfferedCurrency {
  return { currency, minimumMinor: ownMinimumIn(currency, creatorsMinor), rate: 1 }
}
