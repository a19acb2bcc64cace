import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { LogInForm } from '../features/log-in/log-in-form.tsx'
import { readReturn } from '../lib/navigation.ts'
import { homeOf, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Card } from '../ui/card.tsx'
import { Liquid } from '../ui/liquid.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** The log-in screen; afterwards the visitor goes where they came from, or home. */
export function LogInScreen() {
  useTitle(m.header_log_in())
  const { email = '' } = useParams()
  const navigate = useNavigate()
  const session = useSession()
  const from = readReturn(useLocation().state, '/account', '/signup')

  if (session.status === 'signed-in') return <Navigate to={from ?? homeOf(session.user)} replace />
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 sm:py-16">
      <Liquid level={0.72} hasLabel={false} className="w-20" />
      <h1 className="mt-4 text-3xl">{m.login_title()}</h1>
      <p className="mt-1 mb-6 text-center text-muted">{m.login_hint()}</p>
      <Card className="w-full">
        <LogInForm
          email={email}
          onLoggedIn={(user) => void navigate(from ?? homeOf(user), { replace: true })}
        />
      </Card>
      <p className="mt-6 text-muted">
        {m.login_no_account()} <TextLink to="/signup">{m.header_sign_up()}</TextLink>
      </p>
    </div>
  )
}
