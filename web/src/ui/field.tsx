import { clsx } from 'clsx'
import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { m } from '../../../i18n/compiled/messages.js'

const box =
  'block w-full rounded-card border bg-card px-3.5 text-base text-ink placeholder:text-muted/80 transition-shadow focus:border-coral focus:ring-3 focus:ring-coral/30 focus:outline-none disabled:opacity-60'

/** The classes of a small choice in a row of buttons. */
export const smallSelectClass = 'min-h-11 rounded-card border border-field bg-card px-3 text-base text-ink'

function boxClass(error: ReactNode, extra: string, className?: string): string {
  return clsx(box, error ? 'border-rose-fill' : 'border-field', extra, className)
}

interface Labels {
  label: ReactNode
  /** Shown beside the label in a muted colour. */
  aside?: ReactNode
  /** What is wrong with the value and how to correct it. */
  error?: ReactNode
  hint?: ReactNode
}

interface FieldProps extends Labels, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/**
 * A labelled text input with its error or hint below. Near its limit it says how many characters are left. Browsers and password managers
 * fill in nothing without being told what it takes.
 */
export function Field({ label, aside: given, error, hint, className, ...input }: FieldProps) {
  const ids = useFieldIds(error, hint)
  const aside = given ?? describeLeft(input)
  return (
    <Labelled {...{ label, aside, error, hint, ids }}>
      <input
        autoComplete="off"
        {...input}
        {...ids.attributes}
        className={boxClass(error, 'min-h-12', className)}
      />
    </Labelled>
  )
}

interface TextAreaProps extends Labels, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled text area, which nothing fills in by itself. Near its limit it says how many characters are left. */
export function TextArea({ label, aside: given, error, hint, className, rows = 3, ...area }: TextAreaProps) {
  const ids = useFieldIds(error, hint)
  const aside = given ?? describeLeft(area)
  return (
    <Labelled {...{ label, aside, error, hint, ids }}>
      <textarea
        autoComplete="off"
        {...area}
        {...ids.attributes}
        rows={rows}
        className={boxClass(error, 'py-3', className)}
      />
    </Labelled>
  )
}

interface Limited {
  value?: unknown
  maxLength?: number | undefined
}

/**
 * Says how many characters are left once a tenth is, because a browser cuts a longer paste without a word
 * (https://design-system.service.gov.uk/components/character-count/). A short code shows by itself that it is full.
 */
function describeLeft({ value, maxLength = 0 }: Limited): string | undefined {
  if (typeof value !== 'string' || maxLength < 20) return undefined
  const left = maxLength - value.length
  return left <= maxLength / 10 ? m.characters_left({ count: Math.max(0, left) }) : undefined
}

interface SelectProps extends Labels, SelectHTMLAttributes<HTMLSelectElement> {
  /** The value and the text of each option. */
  options: readonly (readonly [value: string, text: string])[]
}

/** A labelled choice of one option. */
export function Select({ label, aside, error, hint, className, options, ...select }: SelectProps) {
  const ids = useFieldIds(error, hint)
  return (
    <Labelled {...{ label, aside, error, hint, ids }}>
      <select {...select} {...ids.attributes} className={boxClass(error, 'min-h-12', className)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface FieldIds {
  id: string
  noteId: string
  attributes: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
}

/** Returns the ids that connect a control to its label and its note. */
export function useFieldIds(error: ReactNode, hint: ReactNode): FieldIds {
  const id = useId()
  const noteId = `${id}-note`
  const describedBy = error || hint ? noteId : undefined
  return {
    id,
    noteId,
    attributes: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy },
  }
}

/** A label, a control and a note: the error if there is one, otherwise the hint. */
export function Labelled({
  label,
  aside,
  error,
  hint,
  ids,
  children,
}: Labels & { ids: FieldIds; children: ReactNode }) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={ids.id} className="font-semibold">
          {label}
        </label>
        {aside && <span className="text-muted">{aside}</span>}
      </div>
      {children}
      {(error || hint) && (
        <p
          id={ids.noteId}
          role={error ? 'alert' : undefined}
          className={clsx('mt-1.5 text-sm', error ? 'font-medium text-rose' : 'text-muted')}
        >
          {error || hint}
        </p>
      )}
    </div>
  )
}

/** A ref that focuses an element when it is mounted. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}
