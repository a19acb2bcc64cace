import { clsx } from 'clsx'
import type { Ref } from 'react'
import { currencyRules } from '../../../../contract/money/currencies.ts'
import { toMinorUnits } from '../../../../contract/money/minor-units.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Labelled, useFieldIds } from '../../ui/field.tsx'
import { CurrencySelect } from './currency-select.tsx'
import type { TipCurrency } from './tip-currency.ts'
import { quickAmountsFrom } from './tip-draft.ts'

/** How many characters a suggestion may have for four of them to fit side by side on a phone. */
const maxQuickLength = 7

interface AmountFieldProps {
  /** As it was typed. */
  amount: string
  money: TipCurrency
  /** About what the amount is worth to the creator; undefined if it is in the creator's currency. */
  worth: string | undefined
  error: string | undefined
  /** Null goes back to the first suggestion. */
  onChange: (amount: string | null) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
}

/** The amount, with four suggestions. What is typed stays as it is, so that it never means another amount than its writer's. */
export function AmountField({ amount, money, worth, error, onChange, onBlur, ref }: AmountFieldProps) {
  const { currency, minimumMinor } = money
  const format = (units: number) => formatAmount(toMinorUnits(units, currency), currency)
  const ids = useFieldIds(error, undefined)
  const quickAmounts = quickAmountsFrom(minimumMinor, currency)
  const isWide = quickAmounts.some((quick) => format(quick).length > maxQuickLength)
  const isUsual = minimumMinor <= toMinorUnits(currencyRules[currency].min, currency)
  const minimumNote = isUsual
    ? undefined
    : m.tip_amount_from({ amount: formatAmount(minimumMinor, currency) })
  return (
    <div className="flex flex-col gap-2 sm:gap-2.5">
      <Labelled label={m.tip_amount()} aside={minimumNote} error={error} ids={ids}>
        <div
          className={clsx(
            'flex items-center rounded-card border-2 bg-card pl-4 transition-shadow focus-within:border-coral focus-within:ring-3 focus-within:ring-coral/30',
            error ? 'border-rose-fill' : 'border-field',
          )}
        >
          <CurrencySelect money={money} onChange={() => onChange(null)} />
          <input
            {...ids.attributes}
            ref={ref}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={amount}
            onChange={(event) => onChange(event.target.value)}
            onFocus={({ target }) => target.select()}
            onBlur={onBlur}
            className="money min-h-12 w-full min-w-0 rounded-card bg-transparent px-2 text-3xl outline-none sm:min-h-16 sm:text-4xl placeholder:text-muted/50"
          />
        </div>
      </Labelled>
      {worth && <p className="-mt-1 text-sm text-muted">{worth}</p>}
      <fieldset
        className={clsx('grid gap-2 noscript:hidden', isWide ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-4')}
      >
        <legend className="sr-only">{m.tip_amounts()}</legend>
        {quickAmounts.map((quick) => (
          <QuickAmount
            key={quick}
            label={format(quick)}
            isChosen={amount === String(quick)}
            onChoose={() => onChange(String(quick))}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface QuickAmountProps {
  label: string
  isChosen: boolean
  onChoose: () => void
}

function QuickAmount({ label, isChosen, onChoose }: QuickAmountProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'money min-h-11 rounded-full border text-base transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-ink/30',
      )}
    >
      {label}
    </button>
  )
}
