import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { knownPassword, secondFactor } from '../../../../../contract/account-fields.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import { finishGoogle } from '../../../../../contract/google-calls.ts'
import type { getGoogle } from '../../../../../contract/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { hasCode } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CodeField } from '../../../ui/code-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'

type Pending = NonNullable<CallResponse<typeof getGoogle>['pending']>

interface GoogleProofFormProps extends Pending {
  onExpired: () => void
  onSignedIn: (from: string | null) => Promise<void>
}

const password = knownPassword
const code = secondFactor
const schemas = {
  password: z.object({ password }),
  both: z.object({ password, code }),
  code: z.object({ code }),
}

/** Asks for the password that links an account to Google, for its second factor, or for both. */
export function GoogleProofForm({ email, needs, onExpired, onSignedIn }: GoogleProofFormProps) {
  const [required, setAsks] = useState<keyof typeof schemas>(needs)
  const form = useForm({
    initial: { password: '', code: '' },
    schema: schemas[required],
    fieldOfCode: { wrong_password: 'password', code_required: 'code', wrong_code: 'code' },
    onSubmit: async (body) => {
      try {
        await onSignedIn((await call(finishGoogle, { body }, { errorsTo: 'caller' })).from)
      } catch (error) {
        if (hasCode(error, 'code_required')) setAsks('both')
        if (hasCode(error, 'google_expired')) onExpired()
        throw error
      }
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <p className="break-words">
        {needs === 'password' ? m.google_link_text({ email }) : m.google_code_text({ email })}
      </p>
      {required !== 'code' && (
        <PasswordField
          {...form.text('password')}
          label={m.login_password()}
          autoComplete="current-password"
        />
      )}
      {required !== 'password' && <CodeField {...form.text('code')} />}
      {required !== 'code' && (
        <Link
          to="/authentication/reset-password"
          state={{ email }}
          className="-mt-2 inline-flex min-h-11 items-center self-start rounded-sm text-sm font-semibold text-violet underline underline-offset-3 hover:no-underline"
        >
          {m.login_forgot()}
        </Link>
      )}
      <FormError>{form.errors.form}</FormError>
      <SubmitButton isBusy={form.isBusy} busyLabel={m.login_busy()}>
        {needs === 'password' ? m.google_link_submit() : m.login_submit()}
      </SubmitButton>
    </form>
  )
}
