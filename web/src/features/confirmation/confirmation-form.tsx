import { useState } from 'react'
import * as z from 'zod/mini'
import { knownPassword, secondFactor } from '../../../../contract/accounts/account-fields.ts'
import type { ConfirmationMethod, ConfirmationNeeds } from '../../../../contract/accounts/confirmation.ts'
import { confirmSession } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { navigateTo } from '../../lib/navigation.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { CodeField, PasswordField, UsernameField } from '../../parts/accounts/account-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusOnMount } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useSession } from '../../lib/accounts/session.ts'
import { canUsePasskeys } from '../../lib/accounts/passkeys.ts'
import { GoogleConfirmation } from './google-confirmation.tsx'
import { PasskeyConfirmation } from './passkey-confirmation.tsx'

interface ConfirmationFormProps {
  needs: ConfirmationNeeds
  finish: (isConfirmed: boolean) => void
}

/**
 * The form of the confirmation dialog. It starts with the account's first method that works in this browser; a button switches to
 * the next one.
 */
export function ConfirmationForm({ needs, finish }: ConfirmationFormProps) {
  const { needsCode } = needs
  const methods = needs.methods.filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState(methods[0])
  const handleDone = () => finish(true)
  return (
    <Dialog title={m.confirm_title()} description={m.confirm_text()} isOpen onClose={() => finish(false)}>
      {method === 'password' && <PasswordMethod needsCode={needsCode} onDone={handleDone} />}
      {method === 'google' && <GoogleConfirmation needsCode={needsCode} onDone={handleDone} />}
      {method === 'passkey' && <PasskeyConfirmation onDone={handleDone} />}
      {!method && <NoMethod onLeave={() => finish(false)} />}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} kind="quiet" className="mt-2 w-full" onClick={() => setMethod(other)}>
            {insteadTexts[other]()}
          </Button>
        ))}
    </Dialog>
  )
}

const insteadTexts: Record<ConfirmationMethod, () => string> = {
  password: m.confirm_use_password,
  google: m.confirm_use_google,
  passkey: m.confirm_use_passkey,
}

const withoutCode = z.object({ password: knownPassword })
const withCode = z.object({ password: knownPassword, code: secondFactor })

function PasswordMethod({ needsCode, onDone }: { needsCode: boolean; onDone: () => void }) {
  const { profile } = useSession()
  const form = useForm({
    initial: { password: '', code: '' },
    schema: needsCode ? withCode : withoutCode,
    fieldOfCode: { wrong_password: 'password', wrong_code: 'code', code_required: 'code' },
    onSubmit: async (body) => {
      await call(confirmSession, { body }, { errorsTo: 'caller' })
      onDone()
    },
  })
  return (
    <Form form={form} submit={m.confirm_submit()}>
      {profile && <UsernameField email={profile.email} />}
      <PasswordField {...form.text('password')} ref={focusOnMount} />
      {needsCode && <CodeField {...form.text('code')} ref={undefined} />}
    </Form>
  )
}

/** Shown for accounts whose only method is Google on an installation where Google is switched off. */
function NoMethod({ onLeave }: { onLeave: () => void }) {
  function handleClick() {
    onLeave()
    navigateTo('/authentication/reset-password')
  }
  return (
    <div className="grid gap-4">
      <p>{m.confirm_no_method()}</p>
      <Button kind="primary" size="large" onClick={handleClick}>
        {m.confirm_set_password()}
      </Button>
    </div>
  )
}
