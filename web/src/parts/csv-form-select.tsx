import { useState } from 'react'
import { csvForm } from '../../../contract/csv-form.ts'
import type { CsvForm } from '../../../contract/csv-form.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { loadCsvForm, saveCsvForm } from '../lib/imports/saved-csv-form.ts'
import { smallSelectClass } from '../ui/field.tsx'

const names: Record<CsvForm, () => string> = { comma: m.csv_form_comma, semicolon: m.csv_form_semicolon }

/** Returns how CSV files are written, and a function that changes it, also for later visits. */
export function useCsvForm() {
  const [form, setForm] = useState(loadCsvForm)
  function change(chosen: CsvForm) {
    setForm(chosen)
    saveCsvForm(chosen)
  }
  return [form, change] as const
}

interface CsvFormSelectProps {
  form: CsvForm
  onChange: (form: CsvForm) => void
}

/** Names how a CSV file is written, beside the button that downloads it, and lets people change it. */
export function CsvFormSelect({ form, onChange }: CsvFormSelectProps) {
  return (
    <select
      aria-label={m.csv_form()}
      className={smallSelectClass}
      value={form}
      onChange={({ target }) => onChange(csvForm.parse(target.value))}
    >
      {csvForm.options.map((one) => (
        <option key={one} value={one}>
          {names[one]()}
        </option>
      ))}
    </select>
  )
}
