import { payoutCurrencies } from '../../../../contract/money/currencies.ts'
import type { PayoutCurrency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { nameWithSymbol } from '../../lib/currency-names.ts'
import { ChoiceCard } from '../../ui/choice-card.tsx'

interface CurrencyChoiceProps {
  currency: PayoutCurrency
  onChange: (currency: PayoutCurrency) => void
  className?: string
}

/** The choice of a creator's payout currency. */
export function CurrencyChoice({ currency, onChange, className }: CurrencyChoiceProps) {
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-sm font-semibold">{m.signup_currency()}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {payoutCurrencies.map((value) => (
          <ChoiceCard
            key={value}
            name="currency"
            value={value}
            label={nameWithSymbol(value)}
            checked={currency === value}
            onChoose={() => onChange(value)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">{m.signup_currency_hint()}</p>
    </fieldset>
  )
}
