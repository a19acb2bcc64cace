import type { CallResponse } from '../../../../contract/call.ts'
import { currencyRules } from '../../../../contract/money/currencies.ts'
import { toMinorUnits } from '../../../../contract/money/minor-units.ts'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { getTipLimits } from '../../../../contract/payments/tip-rule-calls.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { loadUnpaidTip } from '../../lib/payments/saved-checkout.ts'
import { loadTipCurrency } from '../../lib/payments/saved-choices.ts'
import { useSavedState } from '../../lib/forms/use-saved-state.ts'

type Offered = CallResponse<typeof getTipLimits>['currencies'][number]

/** The currency of the tip that is being written, with its limits. */
export interface TipCurrency {
  currency: Currency
  /** The smallest tip, in minor units. */
  minimumMinor: number
  /** About what one unit is worth in the creator's currency; 1 if it is that one. */
  rate: number
  /** All that the creator can be tipped in; only the creator's own until they are loaded. */
  offered: readonly Currency[]
  choose: (currency: Currency) => void
}

/**
 * Chooses the currency of a tip: what the supporter chose here, or the currency of the supporter's last or unpaid tip if this creator can be
 * tipped in it, or else the creator's own. Until the limits are loaded, only the server checks the amount against them.
 */
export function useTipCurrency({ userName, currency: own }: ViewedCreator): TipCurrency {
  const query = { username: userName }
  const { data } = useCall(getTipLimits, { query }, { errorsTo: 'log', staleTime: 60_000 })
  const [chosen, choose] = useSavedState(() => loadUnpaidTip()?.currency ?? loadTipCurrency(), undefined)
  const first = ownOffer(own ?? 'usd', data?.minimum)
  const offered = data?.currencies.length ? data.currencies : [first]
  const { currency, minimum, rate } = offered.find((one) => one.currency === chosen) ?? offered[0]!
  return {
    currency,
    minimumMinor: minimum,
    rate,
    offered: offered.map((one) => one.currency),
    choose,
  }
}

function ownOffer(currency: Currency, minimum: number | undefined): Offered {
  return { currency, minimum: minimum ?? toMinorUnits(currencyRules[currency].min, currency), rate: 1 }
}
