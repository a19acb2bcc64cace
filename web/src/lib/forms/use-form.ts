import { useState } from 'react'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import type { CallDefinition, CallResponse } from '../../../../contract/call.ts'
import { defaultKey } from '../../../../contract/check-error.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { CallError } from '../calls/call-error.ts'
import { send } from '../calls/call.ts'
import { showIssue } from '../calls/check-text.ts'
import { useUnsaved } from './unsaved.ts'

type Values = Record<string, string | boolean>

/** Error messages by field, and one for the whole form. */
type FormErrors<V> = Partial<Record<keyof V | 'form', string>>

interface Typing<V extends Values> {
  initial: V
  schema: z.ZodMiniType
  onDraft: ((change: Partial<V>) => void) | undefined
}

interface FormOptions<V extends Values, S extends z.ZodMiniType> {
  initial: V
  /** The schema of the body of the call that submits the form, so that most errors are found before the call. */
  schema: S
  /** Called with each change, to store a draft. */
  onDraft?: (change: Partial<V>) => void
  /** The field that an error with this code belongs to, for codes that come without a field. */
  fieldOfCode?: Partial<Record<ErrorCode, keyof V & string>>
  /** Whether the site asks before what was typed is lost; by default it does, unless `onDraft` stores it. */
  isGuarded?: boolean
  /** Called with the parsed values. A `CallError` that it throws is shown in the form. */
  onSubmit: (body: z.output<S>) => Promise<void>
  /** Called before a failure of `onSubmit` is shown, with its code. */
  onRefused?: (code: string | undefined) => void
}

/** Validates a form's fields, each when it loses the focus and all on submit, and shows errors beside their fields. */
export function useForm<V extends Values, S extends z.ZodMiniType>({
  initial,
  schema,
  onDraft,
  fieldOfCode = {},
  isGuarded = onDraft === undefined,
  onSubmit,
  onRefused,
}: FormOptions<V, S>) {
  const { values, errors, set, check, setErrors, reset, isDirty, markSaved } = useValues({
    initial,
    schema,
    onDraft,
  })
  const [isBusy, setIsBusy] = useState(false)
  useUnsaved(isGuarded && isDirty)

  async function submit(form: HTMLFormElement) {
    const checked = z.safeParse(schema, values, { error: defaultKey })
    complain(form, toComplaints(checked.error) as FormErrors<V>)
    if (!checked.success) return
    setIsBusy(true)
    try {
      await onSubmit(checked.data)
      markSaved(values)
    } catch (error) {
      onRefused?.(error instanceof CallError ? error.code : undefined)
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
    setErrors,
    /** Sets the fields back to the initial values, for example after a submit. */
    reset,
    handleSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void submit(event.currentTarget)
    },
    text: (name: TextKeys<V>): TextProps => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event) => set(name, event.target.value as V[typeof name]),
      onBlur: () => check(name),
    }),
  }
}

/** The props of a text field. */
export interface TextProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

/** Returns the values of the fields and their errors. */
function useValues<V extends Values>({ initial, schema, onDraft }: Typing<V>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<V>>({})
  const [saved, setSaved] = useState(initial)
  const [isTyped, setIsTyped] = useState(false)

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setValues((now) => ({ ...now, [name]: value }))
    setIsTyped(true)
    onDraft?.({ [name]: value } as unknown as Partial<V>)
    // An error disappears as soon as it is corrected; a new one appears only when the field loses the focus.
    const complaint = complaintsOf(schema, { ...values, [name]: value })[name]
    setErrors((now) => (now[name] ? { ...now, [name]: complaint } : now))
  }

  function check(name: keyof V & string) {
    if (values[name] === '') return
    const complaint = complaintsOf(schema, values)[name]
    // An error from the server stays until its field is changed; losing the focus does not remove it.
    setErrors((now) => ({ ...now, [name]: complaint ?? now[name] }))
  }

  function reset() {
    setValues(initial)
    setErrors({})
    setIsTyped(false)
  }

  function markSaved(submitted: V) {
    setSaved(submitted)
    setIsTyped(false)
  }
  const isDirty =
    isTyped && Object.keys(values).some((name) => !isSecret(name) && values[name] !== saved[name])
  return { values, errors, set, check, setErrors, reset, isDirty, markSaved }
}

/** Returns whether a field's value is not work that could be lost, but typed anew each time. */
function isSecret(name: string): boolean {
  return name === 'password' || name === 'code'
}

interface CallFormOptions<V extends Values, C extends CallDefinition, S extends z.ZodMiniType> extends Omit<
  FormOptions<V, S>,
  'schema' | 'onSubmit'
> {
  definition: C & { body: S }
  /** Called with the response and the body that was sent. */
  onDone: (response: CallResponse<C>, body: z.output<S>) => void | Promise<void>
}

/** Makes one call with the form's values as the body. */
export function useCallForm<V extends Values, C extends CallDefinition, S extends z.ZodMiniType>({
  definition,
  onDone,
  ...options
}: CallFormOptions<V, C, S>) {
  return useForm({
    ...options,
    schema: definition.body,
    onSubmit: async (body) =>
      onDone((await send(definition, { body }, { errorsTo: 'caller' })) as CallResponse<C>, body),
  })
}

type TextKeys<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

function complaintsOf(schema: z.ZodMiniType, values: Values): Record<string, string> {
  return toComplaints(z.safeParse(schema, values, { error: defaultKey }).error)
}

/** Returns the first error of each field. */
function toComplaints(error: z.core.$ZodError | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of error?.issues ?? []) found[String(issue.path[0] ?? 'form')] ??= showIssue(issue)
  return found
}

/** Returns the errors of a refusal: beside the fields that it names or, if the form has none of them, for the whole form. */
function toFormErrors<V extends Values>(
  error: unknown,
  names: string[],
  fieldOfCode: FormOptions<V, z.ZodMiniType>['fieldOfCode'] = {},
): FormErrors<V> {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { form: m.error_internal() } as FormErrors<V>
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
