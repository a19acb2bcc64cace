import { useState } from 'react'
import * as z from 'zod/mini'
import { logIn } from '../../../../contract/accounts/account-calls.ts'
import { secondFactor } from '../../../../contract/accounts/account-fields.ts'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { retryWithProof } from '../../lib/calls/retry-with-proof.ts'
import { refreshSession } from '../../lib/accounts/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { CodeField, EmailField, PasswordField } from '../../parts/accounts/account-fields.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface LogInFormProps {
  email: string
  onLoggedIn: (user: SessionUser) => void
}

const withoutCode = z.omit(logIn.body, { code: true, proof: true })
const withCode = z.extend(withoutCode, { code: secondFactor })

/**
 * Logs in with email and password, and with a code if the account has a second factor. After a refusal the fields keep their
 * values.
 */
export function LogInForm({ email, onLoggedIn }: LogInFormProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { email, password: '', code: '' },
    isGuarded: false,
    schema: needsCode ? withCode : withoutCode,
    fieldOfCode: { code_required: 'code', wrong_code: 'code' },
    onSubmit: async (body) => {
      await retryWithProof((proof) => call(logIn, { body: { ...body, proof } }, { errorsTo: 'caller' }))
      onLoggedIn(await refreshSession())
    },
    onRefused: (code) => code === 'code_required' && setNeedsCode(true),
  })
  return (
    <Form form={form} submit={m.login_submit()} busyLabel={m.login_busy()}>
      <EmailField {...form.text('email')} />
      <PasswordField {...form.text('password')} label={m.login_password()} />
      {needsCode && <CodeField {...form.text('code')} />}
      <TextLink
        to="/authentication/reset-password"
        state={{ email: form.values.email }}
        className="-mt-2 inline-flex min-h-11 items-center justify-self-start text-sm"
      >
        {m.login_forgot()}
      </TextLink>
    </Form>
  )
}
