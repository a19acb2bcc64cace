import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { NewPasswordForm, RequestResetForm } from '../../features/sign-in/password-reset/reset-forms.tsx'
import { ResultNote } from '../../ui/result-note.tsx'
import { useLinkToken } from '../../lib/accounts/link-token.ts'
import { endSession } from '../../lib/accounts/session.ts'
import { toast } from '../../lib/toast.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** Password reset: requests a link by email, and sets the new password when the address has the link's token. */
export function ResetPasswordScreen() {
  useTitle(m.reset_title())
  const token = useLinkToken()
  return token ? <ChoosePassword key={token} token={token} /> : <RequestLink />
}

function RequestLink() {
  const [requestedEmail, setRequestedEmail] = useState<string>()
  const state: unknown = useLocation().state
  if (requestedEmail !== undefined) {
    return (
      <ResultNote Icon={MailCheck} title={m.reset_asked_title()}>
        <p className="text-lg break-words text-muted">{m.reset_asked_text({ email: requestedEmail })}</p>
        <TextLink to="/account">{m.reset_back()}</TextLink>
      </ResultNote>
    )
  }
  return (
    <CardPage title={m.reset_title()} hint={m.reset_hint()}>
      <RequestResetForm email={readEmail(state)} onRequested={setRequestedEmail} />
    </CardPage>
  )
}

/** Sets the new password. The server then ends every session of the account, including this browser's. */
function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate()
  async function handleChanged() {
    await endSession()
    toast.success(m.reset_done())
    void navigate('/account', { replace: true })
  }
  return (
    <CardPage title={m.reset_choose_title()} hint={m.reset_choose_hint()}>
      <NewPasswordForm token={token} onChanged={() => void handleChanged()} />
    </CardPage>
  )
}

function CardPage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 mb-6 text-lg text-muted">{hint}</p>
      <Card>{children}</Card>
      <p className="mt-6">
        <TextLink to="/account">{m.reset_back()}</TextLink>
      </p>
    </div>
  )
}

/** Returns the email that was typed on the log-in page. */
function readEmail(state: unknown): string {
  const isGiven = typeof state === 'object' && state !== null && 'email' in state
  return isGiven && typeof state.email === 'string' ? state.email : ''
}
