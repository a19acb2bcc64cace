import { finishGoogle, getGoogle } from '../../../../../contract/accounts/google-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Loadable } from '../../../ui/loadable.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GoogleButton } from './google-button.tsx'
import { Form, FormError } from '../../../ui/form.tsx'
import { useState } from 'react'
import * as z from 'zod/mini'
import { knownPassword, secondFactor } from '../../../../../contract/accounts/account-fields.ts'
import type { CallResponse } from '../../../../../contract/call.ts'
import type { SolvedProof } from '../../../../../contract/proof.ts'
import { call } from '../../../lib/calls/call.ts'
import { retryWithProof } from '../../../lib/calls/retry-with-proof.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { CodeField, PasswordField, UsernameField } from '../../../parts/accounts/account-fields.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

interface GoogleProofProps {
  /** Called once the visitor is signed in, with the address that they wanted to open. */
  onSignedIn: (from: string | null) => Promise<void>
}

/** Completes signing in with Google for an existing account: asks for its password or its second factor. */
export function GoogleProof({ onSignedIn }: GoogleProofProps) {
  const google = useCall(getGoogle, {}, { staleTime: 0 })
  return (
    <Loadable loaded={google} failedText={m.google_load_failed()} skeleton={<ProofSkeleton />}>
      {({ pending }) =>
        pending ? (
          <GoogleProofForm {...pending} onExpired={google.refetch} onSignedIn={onSignedIn} />
        ) : (
          <>
            <div className="mb-5">
              <FormError>{m.google_expired()}</FormError>
            </div>
            <GoogleButton page="log-in" hasDivider={false} />
          </>
        )
      }
    </Loadable>
  )
}

function ProofSkeleton() {
  return (
    <output aria-label={m.loading()} className="block">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="mt-6 h-32 w-full" />
    </output>
  )
}

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
function GoogleProofForm({ email, needs, onExpired, onSignedIn }: GoogleProofFormProps) {
  const [required, setAsks] = useState<keyof typeof schemas>(needs)
  const form = useForm({
    initial: { password: '', code: '' },
    schema: schemas[required],
    fieldOfCode: { wrong_password: 'password', code_required: 'code', wrong_code: 'code' },
    onSubmit: async (body) => {
      const finish = (proof?: SolvedProof) =>
        call(finishGoogle, { body: { ...body, proof } }, { errorsTo: 'caller' })
      await onSignedIn((await retryWithProof(finish)).from)
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
      <UsernameField email={email} />
      {required !== 'code' && <PasswordField {...form.text('password')} label={m.login_password()} />}
      {required !== 'password' && <CodeField {...form.text('code')} />}
      {required !== 'code' && (
        <TextLink
          to="/authentication/reset-password"
          state={{ email }}
          className="-mt-2 inline-flex min-h-11 items-center justify-self-start text-sm"
        >
          {m.login_forgot()}
        </TextLink>
      )}
    </Form>
  )
}
