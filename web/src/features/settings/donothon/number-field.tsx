import type { ChangeEvent } from 'react'
import { Field } from '../../../ui/field.tsx'

interface NumberFieldProps {
  name: string
  label: string
  placeholder?: string
  value: string
  error?: string | undefined
  /** Whether a part of a unit can be typed. */
  hasDecimals?: boolean
  onChange: (value: string) => void
}

/** A field for a number, with the digits' keyboard on phones; that of an iPhone has a decimal mark only if the field says so. */
export function NumberField({ hasDecimals = false, onChange, ...field }: NumberFieldProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)
  return (
    <Field
      {...field}
      inputMode={hasDecimals ? 'decimal' : 'numeric'}
      onChange={handleChange}
      className="money text-xl"
    />
  )
}
