import { toAsciiDigits } from '../../../../../contract/money/read-amount.ts'
import { toCopied } from '../../../../../contract/text.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { NumberField } from './number-field.tsx'

const parts = [
  { name: 'hours', label: m.donothon_hours },
  { name: 'minutes', label: m.donothon_minutes },
  { name: 'seconds', label: m.donothon_seconds },
] as const

/** A time as it is typed. */
export interface TypedTime {
  hours: string
  minutes: string
  seconds: string
}
export const noTime: TypedTime = { hours: '', minutes: '', seconds: '' }

/** Returns whether anything of a time is typed. */
export function isTyped(time: TypedTime): boolean {
  return Object.values(time).some((part) => part !== '')
}

/** Returns a typed time in seconds; undefined unless every part is empty or a whole number. */
export function toSeconds({ hours, minutes, seconds }: TypedTime): number | undefined {
  const total = readPart(hours) * 3600 + readPart(minutes) * 60 + readPart(seconds)
  return Number.isNaN(total) ? undefined : total
}

function readPart(typed: string): number {
  const digits = toAsciiDigits(toCopied(typed))
  return /^\d{0,5}$/.test(digits) ? Number(digits) : NaN
}

interface TimeFieldsProps {
  legend: string
  value: TypedTime
  /** What is wrong with the time; it is shown at the first part that cannot be read. */
  error: string | undefined
  onChange: (value: TypedTime) => void
}

/** Three fields for hours, minutes and seconds. */
export function TimeFields({ legend, value, error, onChange }: TimeFieldsProps) {
  const wrong = parts.find(({ name }) => Number.isNaN(readPart(value[name]))) ?? parts[0]
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid max-w-sm grid-cols-3 gap-3">
        {parts.map(({ name, label }) => (
          <NumberField
            key={name}
            name={name}
            label={label()}
            placeholder="00"
            value={value[name]}
            error={name === wrong.name ? error : undefined}
            onChange={(typed) => onChange({ ...value, [name]: typed })}
          />
        ))}
      </div>
    </fieldset>
  )
}
