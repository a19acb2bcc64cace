import { useState } from 'react'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { defaultKey } from '../../../contract/check-error.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { m } from '../../../i18n/compiled/messages.js'
import { CallError } from './call-error.ts'
import { showIssue } from './check-text.ts'

type Values = Record<string, string | boolean>

/** What is wrong: beside the fields by name, and with the whole form. */
export type FormErrors<V> = Partial<Record<keyof V | 'form', string>>

interface Typing<V extends Values> {
  initial: V
  schema: z.ZodMiniType
  onDraft: ((change: Partial<V>) => void) | undefined
}

interface FormOptions<V extends Values, S extends z.ZodMiniType> {
  initial: V
  /** The body of the call that the form ends in: what the server would refuse is said here first. */
  schema: S
  /** Hears of each change, for what should outlive the page. */
  onDraft?: (change: Partial<V>) => void
  /** The fields that refusals with these codes are about, where the server names none. */
  fieldOfCode?: Partial<Record<ErrorCode, keyof V & string>>
  /** Is given what the schema made of the values. A refusal that it throws is shown; what was typed stays. */
  onSubmit: (body: z.output<S>) => Promise<void>
}

/** A form that checks a field when it is left and all of them on submit, and puts each complaint beside its field. */
export function useForm<V extends Values, S extends z.ZodMiniType>({
  initial,
  schema,
  onDraft,
  fieldOfCode = {},
  onSubmit,
}: FormOptions<V, S>) {
  const { values, errors, set, check, setErrors, reset } = useValues({ initial, schema, onDraft })
  const [isBusy, setIsBusy] = useState(false)

  async function submit(form: HTMLFormElement) {
    const checked = z.safeParse(schema, values, { error: defaultKey })
    complain(form, toComplaints(checked.error) as FormErrors<V>)
    if (!checked.success) return
    setIsBusy(true)
    try {
      await onSubmit(checked.data)
    } catch (error) {
      complain(form, toFormErrors<V>(error, Object.keys(initial), fieldOfCode))
    } finally {
      setIsBusy(false)
    }
  }

  function complain(form: HTMLFormElement, found: FormErrors<V>) {
    setErrors(found)
    focusFirst(form, Object.keys(found))
  }

  return {
    values,
    errors,
    isBusy,
    set,
    check,
    setErrors,
    /** Back to how it began, as after it was sent. */
    reset,
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

/** What is typed, and what is wrong with it. */
function useValues<V extends Values>({ initial, schema, onDraft }: Typing<V>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<V>>({})

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setValues((now) => ({ ...now, [name]: value }))
    onDraft?.({ [name]: value } as unknown as Partial<V>)
    // A complaint is taken back as soon as it is met; a new one waits until the field is left.
    const complaint = complaintsOf(schema, { ...values, [name]: value })[name]
    setErrors((now) => (now[name] ? { ...now, [name]: complaint } : now))
  }

  function check(name: keyof V & string) {
    if (values[name] === '') return
    const complaint = complaintsOf(schema, values)[name]
    // What the server said stands until the field is changed, though moving to it takes the focus from another.
    setErrors((now) => ({ ...now, [name]: complaint ?? now[name] }))
  }

  function reset() {
    setValues(initial)
    setErrors({})
  }
  return { values, errors, set, check, setErrors, reset }
}

type TextKeys<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

function complaintsOf(schema: z.ZodMiniType, values: Values): Record<string, string> {
  return toComplaints(z.safeParse(schema, values, { error: defaultKey }).error)
}

/** The first complaint of each field. */
function toComplaints(error: z.core.$ZodError | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of error?.issues ?? []) found[String(issue.path[0] ?? 'form')] ??= showIssue(issue)
  return found
}

/** A refusal that names fields of this form stands beside them; every other one stands with the whole form. */
function toFormErrors<V extends Values>(
  error: unknown,
  names: string[],
  fieldOfCode: FormOptions<V, z.ZodMiniType>['fieldOfCode'] = {},
): FormErrors<V> {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { form: m.error_unexpected() } as FormErrors<V>
  }
  const found = names.flatMap((name) => {
    const text = error.fields[`body.${name}`] ?? error.fields[name]
    return text ? [[name, text]] : []
  })
  if (found.length > 0) return Object.fromEntries(found) as FormErrors<V>
  if (error.isShown) return {}
  const name = Object.entries(fieldOfCode).find(([code]) => code === error.code)?.[1]
  return { [name ?? 'form']: error.message } as FormErrors<V>
}

function focusFirst(form: HTMLFormElement, names: string[]): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement)
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus()
}
