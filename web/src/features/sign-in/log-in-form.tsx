import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { logIn } from '../../../../contract/account-calls.ts'
import { secondFactor } from '../../../../contract/account-fields.ts'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { hasCode } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { refreshSession } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

interface LogInFormProps {
  email: string
  onLoggedIn: (user: SessionUser) => void
}

const withoutCode = z.omit(logIn.body, { code: true })
const withCode = z.extend(logIn.body, { code: secondFactor })

/** Logs in with email and password, and a code when the account has a second factor. Refusals keep what was typed. */
export function LogInForm({ email, onLoggedIn }: LogInFormProps) {
  const [needsCode, setIsCodeAsked] = useState(false)
  const form = useForm({
    initial: { email, password: '', code: '' },
    schema: needsCode ? withCode : withoutCode,
    fieldOfCode: { code_required: 'code', wrong_code: 'code' },
    onSubmit: async (body) => {
      try {
        await call(logIn, { body }, { errorsTo: 'caller' })
      } catch (error) {
        if (hasCode(error, 'code_required')) setIsCodeAsked(true)
        throw error
      }
      onLoggedIn(await refreshSession())
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <Field
        {...form.text('email')}
        label={m.login_email()}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField {...form.text('password')} label={m.login_password()} autoComplete="current-password" />
      {needsCode && <CodeField {...form.text('code')} />}
      <Link
        to="/authentication/reset-password"
        state={{ email: form.values.email }}
        className="-mt-2 inline-flex min-h-11 items-center self-start rounded-sm text-sm font-semibold text-violet underline underline-offset-3 hover:no-underline"
      >
        {m.login_forgot()}
      </Link>
      <FormError>{form.errors.form}</FormError>
      <SubmitButton isBusy={form.isBusy} busyLabel={m.login_busy()}>
        {m.login_submit()}
      </SubmitButton>
    </form>
  )
}
