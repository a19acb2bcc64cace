import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { GoogleButton } from '../../features/sign-in/google/google-button.tsx'
import { GoogleNote } from '../../features/sign-in/google/google-note.tsx'
import { needsProof, useGoogleOutcome } from '../../features/sign-in/google/google-outcome.ts'
import { GoogleProof } from '../../features/sign-in/google/google-proof.tsx'
import { LogInForm } from '../../features/sign-in/log-in-form.tsx'
import { PasskeyButton } from '../../features/sign-in/passkey-button.tsx'
import { readReturnAddress } from '../../lib/navigation.ts'
import { homePath, refreshSession, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Card } from '../../ui/card.tsx'
import { Liquid } from '../../ui/liquid.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const proofTitles = { link: m.google_link_title, code: m.google_code_title }

/** The log-in page. After the log-in it opens the page that redirected the visitor, or their home page. */
export function LogInScreen() {
  useTitle(m.header_log_in())
  const { email = '' } = useParams()
  const navigate = useNavigate()
  const session = useSession()
  const came = readReturnAddress(useLocation().state, '/account', '/signup')
  const [wasGoing, setWasGoing] = useState<string | null>(null)
  const from = wasGoing ?? came
  const outcome = useGoogleOutcome()
  const handleLoggedIn = (user: SessionUser) => void navigate(from ?? homePath(user), { replace: true })
  const isProving = needsProof(outcome)

  if (session.status === 'signed-in') return <Navigate to={from ?? homePath(session.user)} replace />

  async function handleGoogle(before: string | null): Promise<void> {
    setWasGoing(before)
    await refreshSession()
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 sm:py-16">
      <Liquid level={0.72} hasLabel={false} className="w-20" />
      <h1 className="mt-4 text-center text-3xl">{isProving ? proofTitles[outcome]() : m.login_title()}</h1>
      <p className="mt-1 mb-6 text-center text-muted">{isProving ? m.google_proof_hint() : m.login_hint()}</p>
      <Card className="w-full">
        {isProving ? (
          <GoogleProof onSignedIn={handleGoogle} />
        ) : (
          <>
            <GoogleNote />
            <GoogleButton page="log-in" from={from} />
            <LogInForm email={email} onLoggedIn={handleLoggedIn} />
            <PasskeyButton onLoggedIn={handleLoggedIn} />
          </>
        )}
      </Card>
      <p className="mt-6 text-muted">
        {isProving ? (
          <TextLink to="/account">{m.google_not_now()}</TextLink>
        ) : (
          <>
            <span>{m.login_no_account()}</span> <TextLink to="/signup">{m.header_sign_up()}</TextLink>
          </>
        )}
      </p>
    </div>
  )
}
