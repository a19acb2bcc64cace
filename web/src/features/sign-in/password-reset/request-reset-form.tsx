import { requestPasswordReset } from '../../../../../contract/security-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'

interface RequestResetFormProps {
  email: string
  onRequested: (email: string) => void
}

/**
 * Requests an email with a link to set a new password. The response does not reveal whether the address has an account.
 */
export function RequestResetForm({ email, onRequested }: RequestResetFormProps) {
  const form = useForm({
    initial: { email },
    schema: requestPasswordReset.body,
    onSubmit: async (body) => {
      await call(requestPasswordReset, { body }, { errorsTo: 'caller' })
      onRequested(body.email)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <Field
        {...form.text('email')}
        label={m.login_email()}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <FormError>{form.errors.form}</FormError>
      <SubmitButton isBusy={form.isBusy}>{m.reset_ask()}</SubmitButton>
    </form>
  )
}
