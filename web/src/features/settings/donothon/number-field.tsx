import type { ChangeEvent } from 'react'
import { Field } from '../../../ui/field.tsx'

interface NumberFieldProps {
  label: string
  placeholder?: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A field for a number, with the digits' keyboard on phones. */
export function NumberField({ onChange, ...field }: NumberFieldProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)
  return <Field {...field} inputMode="numeric" onChange={handleChange} className="money text-xl" />
}
