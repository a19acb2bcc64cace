import { useState } from 'react'
import type { FileGuess } from '../../../../../contract/import-calls.ts'
import { anyCurrency, importFields } from '../../../../../contract/tip-import.ts'
import type {
  DateOrder,
  DecimalMark,
  ImportField,
  ImportMapping,
} from '../../../../../contract/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Field, Select } from '../../../ui/field.tsx'

const labels: Record<ImportField, () => string> = {
  time: m.import_column_time,
  clock: m.import_column_clock,
  zone: m.import_column_zone,
  amount: m.import_column_amount,
  currency: m.import_column_currency,
  name: m.import_column_name,
  message: m.import_column_message,
  id: m.import_column_id,
  type: m.import_column_type,
  status: m.import_column_status,
  impact: m.import_column_impact,
}
const orders: Record<DateOrder, () => string> = { dmy: m.import_order_dmy, mdy: m.import_order_mdy }
const marks: Record<DecimalMark, () => string> = { point: m.import_mark_point, comma: m.import_mark_comma }
const none = ''

interface MappingFieldsProps {
  guess: FileGuess
  isDisabled: boolean
  /** Reads the file's beginning with another mapping. */
  onChange: (given: Partial<ImportMapping>) => void
}

/** Which column has what, and how dates and amounts are written. Each change shows at once how the first lines are read. */
export function MappingFields({ guess, isDisabled, onChange }: MappingFieldsProps) {
  const { mapping, columns, isOrderUnsure, delimiter } = guess
  const [given, setGiven] = useState<Partial<ImportMapping>>(mapping ?? { delimiter })
  const set = (change: Partial<Record<keyof ImportMapping, unknown>>) => {
    const next = { ...given, ...change } as Partial<ImportMapping>
    setGiven(next)
    onChange(next)
  }
  const options = columns.map(
    ({ name, sample }, column) => [String(column), describe(name, sample, column)] as const,
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {importFields.map((field) => {
        const isRequired = field === 'time' || field === 'amount'
        const empty = [none, isRequired ? m.import_column_choose() : m.import_column_none()] as const
        return (
          <Select
            key={field}
            label={labels[field]()}
            disabled={isDisabled}
            value={given[field] === undefined ? none : String(given[field])}
            options={[empty, ...options]}
            onChange={(event) =>
              set({ [field]: event.target.value === none ? undefined : Number(event.target.value) })
            }
          />
        )
      })}
      <Select
        label={m.import_order()}
        hint={isOrderUnsure ? m.import_order_unsure() : undefined}
        disabled={isDisabled}
        value={given.dateOrder ?? 'dmy'}
        options={[
          ['dmy', orders.dmy()],
          ['mdy', orders.mdy()],
        ]}
        onChange={(event) => set({ dateOrder: event.target.value })}
      />
      <Select
        label={m.import_mark()}
        disabled={isDisabled}
        value={given.decimalMark ?? 'point'}
        options={[
          ['point', marks.point()],
          ['comma', marks.comma()],
        ]}
        onChange={(event) => set({ decimalMark: event.target.value })}
      />
      <CurrencyField
        initial={given.inCurrency ?? ''}
        isDisabled={isDisabled}
        onChange={(inCurrency) => set({ inCurrency })}
      />
    </div>
  )
}

function describe(name: string, sample: string, column: number): string {
  const shown = name || m.import_column_unnamed({ count: column + 1 })
  return sample ? m.import_column_option({ name: shown, sample }) : shown
}

interface CurrencyFieldProps {
  initial: string
  isDisabled: boolean
  onChange: (currency: string) => void
}

/** The currency of amounts without one, typed as three letters. */
function CurrencyField({ initial, isDisabled, onChange }: CurrencyFieldProps) {
  const [text, setText] = useState(initial.toUpperCase())
  const [isWrong, setIsWrong] = useState(false)
  function leave() {
    const code = text.trim().toLowerCase()
    const isCode = anyCurrency.safeParse(code).success
    setIsWrong(!isCode)
    if (isCode && code !== initial) onChange(code)
  }
  return (
    <Field
      label={m.import_in_currency()}
      hint={m.import_in_currency_hint()}
      error={isWrong && m.import_in_currency_wrong()}
      disabled={isDisabled}
      value={text}
      maxLength={3}
      autoComplete="off"
      autoCapitalize="characters"
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
    />
  )
}
