import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { knownPassword, secondFactor } from '../../../../../contract/account-fields.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import { finishGoogle } from '../../../../../contract/google-calls.ts'
import type { getGoogle } from '../../../../../contract/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { CodeField, PasswordField } from '../../../ui/account-fields.tsx'
import { Form } from '../../../ui/form.tsx'

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
      await onSignedIn((await call(finishGoogle, { body }, { errorsTo: 'caller' })).from)
    },
    onRefused: (code) => {
      if (code === 'code_required') setAsks('both')
      if (code === 'google_expired') onExpired()
    },
  })
  return (
    <Form
      form={form}
      submit={needs === 'password' ? m.google_link_submit() : m.login_submit()}
      busyLabel={m.login_busy()}
    >
      <p className="break-words">
        {needs === 'password' ? m.google_link_text({ email }) : m.google_code_text({ email })}
      </p>
      {required !== 'code' && <PasswordField {...form.text('password')} label={m.login_password()} />}
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
    </Form>
  )
}
