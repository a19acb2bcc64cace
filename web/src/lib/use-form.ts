import { useState } from 'react'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { m } from '../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'

type Values = Record<string, string | boolean>

/** What is wrong: beside the fields by name, and with the whole form. */
export type FormErrors<V> = Partial<Record<keyof V | 'form', string>>

interface FormOptions<V extends Values, S extends z.ZodMiniType> {
  initial: V
  /** The body of the call that the form ends in: what the server would refuse is said here first. */
  schema: S
  /** Hears of each change, for what should outlive the page. */
  onDraft?: (change: Partial<V>) => void
  /** Is given what the schema made of the values. A refusal that it throws is shown; what was typed stays. */
  onSubmit: (body: z.output<S>) => Promise<void>
}

/** A form that checks a field when it is left and all of them on submit, and puts each complaint beside its field. */
export function useForm<V extends Values, S extends z.ZodMiniType>({
  initial,
  schema,
  onDraft,
  onSubmit,
}: FormOptions<V, S>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<V>>({})
  const [isBusy, setIsBusy] = useState(false)

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    const next = { ...values, [name]: value }
    setValues(next)
    onDraft?.({ [name]: value } as unknown as Partial<V>)
    // A complaint is taken back as soon as it is met; a new one waits until the field is left.
    if (errors[name]) setErrors({ ...errors, [name]: complaintsOf(schema, next)[name] })
  }

  function check(name: keyof V & string) {
    if (values[name] !== '') setErrors({ ...errors, [name]: complaintsOf(schema, values)[name] })
  }

  async function submit(form: HTMLFormElement) {
    const checked = z.safeParse(schema, values)
    const found = toComplaints(checked.error)
    setErrors(found as FormErrors<V>)
    if (!checked.success) return focusFirst(form, Object.keys(found))
    setIsBusy(true)
    try {
      await onSubmit(checked.data)
    } catch (error) {
      const refused = toFormErrors<V>(error, Object.keys(initial))
      setErrors(refused)
      focusFirst(form, Object.keys(refused))
    } finally {
      setIsBusy(false)
    }
  }

  return {
    values,
    errors,
    isBusy,
    set,
    check,
    setErrors,
    handleSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void submit(event.currentTarget)
    },
    /** What a text field needs. */
    text: (name: TextKeys<V>) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value as V[typeof name]),
      onBlur: () => check(name),
    }),
  }
}

type TextKeys<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

function complaintsOf(schema: z.ZodMiniType, values: Values): Record<string, string> {
  return toComplaints(z.safeParse(schema, values).error)
}

/** The first complaint of each field. */
function toComplaints(error: z.core.$ZodError | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[String(path[0] ?? 'form')] ??= message
  return found
}

/** A refusal that names fields of this form stands beside them; every other one stands with the whole form. */
function toFormErrors<V extends Values>(error: unknown, names: string[]): FormErrors<V> {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { form: m.error_unexpected() } as FormErrors<V>
  }
  const found = names.flatMap((name) => {
    const text = error.fields[`body.${name}`] ?? error.fields[name]
    return text ? [[name, text]] : []
  })
  if (found.length > 0) return Object.fromEntries(found) as FormErrors<V>
  return (error.isShown ? {} : { form: error.message }) as FormErrors<V>
}

function focusFirst(form: HTMLFormElement, names: string[]): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement)
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus()
}
