import { importFields } from '../../../../../contract/imports/tip-import.ts'
import type { DecimalMark } from '../../../../../contract/money/read-amount.ts'
import type { DateOrder, ImportField } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Select } from '../../../ui/field.tsx'
import { CurrencyField } from './currency-field.tsx'
import type { ChosenFile, Given } from './use-import-file.ts'

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
  reference: m.import_column_reference,
}
const orders: Record<DateOrder, () => string> = { dmy: m.import_order_dmy, mdy: m.import_order_mdy }
const marks: Record<DecimalMark, () => string> = { point: m.import_mark_point, comma: m.import_mark_comma }
const none = ''

interface MappingFieldsProps {
  chosen: ChosenFile
  isDisabled: boolean
  /** Reads the file's beginning with another mapping. */
  onChange: (changed: Given) => void
}

/**
 * Which column has what, and how dates and amounts are written, if no question above is about that. Each change shows at once how the first lines
 * are read.
 */
export function MappingFields({ chosen, isDisabled, onChange }: MappingFieldsProps) {
  const { guess, given } = chosen
  const { mapping, columns, questions } = guess
  const known = { ...mapping, ...given }
  const isRequested = (field: string) => questions.some((question) => question.field === field)
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
            value={known[field] === undefined ? none : String(known[field])}
            options={isRequired && known[field] !== undefined ? options : [empty, ...options]}
            onChange={(event) =>
              onChange({ [field]: event.target.value === none ? undefined : Number(event.target.value) })
            }
          />
        )
      })}
      {!isRequested('dateOrder') && (
        <Select
          label={m.import_order()}
          disabled={isDisabled}
          value={known.dateOrder ?? none}
          options={optionsOf(orders, known.dateOrder)}
          onChange={(event) => onChange({ dateOrder: event.target.value as DateOrder })}
        />
      )}
      {!isRequested('decimalMark') && (
        <Select
          label={m.import_mark()}
          disabled={isDisabled}
          value={known.decimalMark ?? none}
          options={optionsOf(marks, known.decimalMark)}
          onChange={(event) => onChange({ decimalMark: event.target.value as DecimalMark })}
        />
      )}
      {!isRequested('inCurrency') && (
        <CurrencyField
          label={m.import_in_currency()}
          initial={known.inCurrency ?? ''}
          isDisabled={isDisabled}
          onChange={(inCurrency) => onChange({ inCurrency })}
        />
      )}
    </div>
  )
}

/** Returns the choices, and while none is made also that none is needed. */
function optionsOf(choices: Record<string, () => string>, chosen: string | undefined) {
  const all = Object.entries(choices).map(([value, text]) => [value, text()] as const)
  return chosen === undefined ? [[none, m.import_reading_open()] as const, ...all] : all
}

function describe(name: string, sample: string, column: number): string {
  const shown = name || m.import_column_unnamed({ count: column + 1 })
  return sample ? m.import_column_option({ name: shown, sample }) : shown
}
