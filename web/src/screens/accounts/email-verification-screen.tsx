import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { confirmEmail } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { ResultNote } from '../../ui/result-note.tsx'
import { CallError } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'
import { useLinkToken } from '../../lib/accounts/link-token.ts'
import { refreshSession, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormError } from '../../ui/form.tsx'

/** The page of an email confirmation link. Confirming takes a click, because mail scanners open links. */
export function EmailVerificationScreen() {
  useTitle(m.verify_title())
  const token = useLinkToken()
  return (
    <ResultNote Icon={MailQuestion} title={m.verify_title()}>
      <p className="text-lg text-muted">{token ? m.verify_text() : m.verify_no_token()}</p>
      {token ? (
        <Confirm key={token} token={token} />
      ) : (
        <ButtonLink to="/dashboard/account-setting">{m.account_title()}</ButtonLink>
      )}
    </ResultNote>
  )
}

function Confirm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { status } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function handleConfirm() {
    setIsBusy(true)
    try {
      const { email } = await call(confirmEmail, { body: { token } }, { errorsTo: 'caller' })
      // The address is confirmed even if the profile cannot be reloaded.
      if (status === 'signed-in') await refreshSession().catch(() => undefined)
      void navigate('/authentication/email-verification-success', { replace: true, state: { email } })
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : m.error_internal())
      setIsBusy(false)
    }
  }
  return (
    <>
      <FormError>{error}</FormError>
      {error && <ButtonLink to="/dashboard/account-setting">{m.account_title()}</ButtonLink>}
      <Button
        kind="primary"
        size="large"
        isBusy={isBusy}
        busyLabel={m.signup_busy()}
        onClick={() => void handleConfirm()}
      >
        {m.verify_submit()}
      </Button>
    </>
  )
}
