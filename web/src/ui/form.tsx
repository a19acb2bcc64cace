import { clsx } from 'clsx'
import type { ComponentProps, FormEvent, ReactNode, Ref } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { Button } from './button.tsx'

interface FormProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'busyLabel' | 'disabled'> {
  /** The result of `useForm`. */
  form: {
    handleSubmit: (event: FormEvent<HTMLFormElement>) => void
    errors: { form?: string }
    isBusy: boolean
  }
  /** The label of the submit button. */
  submit?: string
  /** Shown above the buttons. */
  note?: ReactNode
  /** Replaces the submit button. */
  buttons?: ReactNode
  /** Offers to cancel beside the submit button. */
  onCancel?: () => void
  className?: string
  ref?: Ref<HTMLFormElement>
  /** The form's fields. */
  children?: ReactNode
}

/** A form: its fields, the error of the whole form, and the buttons. */
export function Form({
  form,
  submit,
  note,
  buttons,
  onCancel,
  className = 'gap-4',
  ref,
  ...rest
}: FormProps) {
  const { children, size = 'large', kind = 'primary', busyLabel = m.signup_busy(), disabled } = rest
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={form.handleSubmit}
      className={clsx('grid grid-cols-[minmax(0,1fr)]', className)}
    >
      {children}
      <FormError>{form.errors.form}</FormError>
      {note}
      {buttons ?? (
        <div className={size === 'large' ? 'grid gap-2' : 'flex flex-wrap gap-2'}>
          <Button type="submit" isBusy={form.isBusy} {...{ kind, size, busyLabel, disabled }}>
            {submit}
          </Button>
          {onCancel && (
            <Button kind="quiet" onClick={onCancel}>
              {m.action_cancel()}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

interface InlineFormProps extends Pick<
  FormProps,
  'form' | 'submit' | 'className' | 'disabled' | 'busyLabel'
> {
  /** The field, which also shows the error of the whole form. */
  children: ReactNode
}

/** A form of one field, with the button beside it. */
export function InlineForm({ form, submit, className, children, ...button }: InlineFormProps) {
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit}
      className={clsx('flex flex-wrap items-start gap-2', className)}
    >
      <div className="min-w-0 grow basis-56">{children}</div>
      <Button type="submit" className="mt-6.5 min-h-12" isBusy={form.isBusy} {...button}>
        {submit}
      </Button>
    </form>
  )
}

/** The error of a whole form, announced at once. Renders nothing without one. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-card bg-rose/10 px-4 py-3 text-sm font-medium text-rose">
      {children}
    </p>
  )
}
