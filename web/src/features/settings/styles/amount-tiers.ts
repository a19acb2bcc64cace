import { durationLimits } from '../../../../../contract/alerts/alert-style.ts'
import type { AlertCondition, AlertLook, AlertVariation } from '../../../../../contract/alerts/alert-style.ts'
import { currencyRules } from '../../../../../contract/money/currencies.ts'
import { toMinorUnits } from '../../../../../contract/money/minor-units.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { makeUuid } from './make-uuid.ts'

/**
 * Returns variations for small, large and huge tips that make more of a look, or less, in the order that they are tried. Small are those up to
 * the smallest amount that the tip box suggests, large those from the third, and huge those from twice the largest; tips between keep
 * the look of all alerts.
 */
export function makeAmountTiers(look: AlertLook, currency: PayoutCurrency): AlertVariation[] {
  const [smallest = 5, , third = 25, largest = 50] = currencyRules[currency].quick
  const amountOf = (units: number) => toMinorUnits(units, currency)
  const tier = (name: string, when: Partial<AlertCondition>, edit: Partial<AlertLook>): AlertVariation => ({
    variationId: makeUuid(),
    name,
    when: { kind: null, fromAmount: null, toAmount: null, goalId: null, isFirstTip: false, ...when },
    look: { ...look, ...edit },
  })
  const staying = (factor: number) => ({
    durationMs: clamp(Math.round((look.durationMs * factor) / 500) * 500),
  })
  const { headline, ...texts } = look.lettering ?? {}
  return [
    tier(
      m.style_tier_huge(),
      { fromAmount: amountOf(2 * largest) },
      {
        ...staying(2),
        size: 'large',
        entrance: 'zoom',
        celebrates: 'all',
        lettering: { ...texts, headline: { ...headline, size: 130, motion: 'letters-wave' } },
        sound: { sound: { source: 'builtin', name: 'fanfare' }, volume: look.sound?.volume ?? 100 },
      },
    ),
    tier(
      m.style_tier_large(),
      { fromAmount: amountOf(third) },
      {
        ...staying(1.5),
        size: 'large',
        lettering: { ...texts, headline: { ...headline, motion: 'words-pop' } },
      },
    ),
    tier(m.style_tier_small(), { toAmount: amountOf(smallest) }, { ...staying(0.7), size: 'small' }),
  ]
}

function clamp(ms: number): number {
  return Math.min(durationLimits.max, Math.max(durationLimits.min, ms))
}
