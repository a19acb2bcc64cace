import { useId, useState } from 'react'
import { readNumber } from '../../../../../contract/money/read-amount.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { currentLocale } from '../../../lib/locale.ts'

interface PercentSliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

/** A slider with a field for the exact number, which takes it as people write it, with a point or a comma. */
export function PercentSlider({ label, min, max, step, value, onChange }: PercentSliderProps) {
  const id = useId()
  /** What is being typed, which may not be a number yet. */
  const [typed, setTyped] = useState<string>()
  const read = (text: string) => {
    const number = readNumber(text)
    return number !== undefined && number >= min && number <= max ? number : undefined
  }
  const isWrong = typed !== undefined && read(typed) === undefined
  const shown = Math.round(value / step) * step
  const text = write(shown, step)
  function take(next: string) {
    setTyped(next)
    const number = read(next)
    if (number !== undefined) onChange(number)
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <span className="flex items-center gap-1 text-sm text-muted">
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={m.studio_exact({ label })}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          maxLength={10}
          value={typed ?? text}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setTyped(undefined)}
          className="min-h-9 w-20 rounded-sm border border-field bg-card px-2 text-right text-ink tabular-nums aria-invalid:border-rose-fill"
        />
        %
      </span>
      {isWrong && (
        <p id={`${id}-wrong`} role="alert" className="col-span-2 text-sm font-medium text-rose">
          {m.studio_exact_wrong({ min: write(min, step), max: write(max, step) })}
        </p>
      )}
      <input
        id={id}
        type="range"
        {...{ min, max, step }}
        value={shown}
        aria-valuetext={`${text} %`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="col-span-2 min-h-11 w-full accent-violet"
      />
    </div>
  )
}

/** Writes a number with the decimals of a step, in the language of the page. */
function write(value: number, step: number): string {
  const decimals = step < 1 ? 1 : 0
  return value.toLocaleString(currentLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}
