import { MailCheck } from 'lucide-react'
import { Navigate, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { ResultNote } from '../../ui/result-note.tsx'
import { homePath, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Says that an address was verified. If opened directly, redirects to log-in. */
export function EmailVerifiedScreen() {
  useTitle(m.verified_title())
  const state: unknown = useLocation().state
  const { user } = useSession()
  const isArrival = typeof state === 'object' && state !== null && 'email' in state
  if (!isArrival) return <Navigate to="/account" replace />
  return (
    <ResultNote Icon={MailCheck} title={m.verified_title()}>
      <p className="text-lg break-words text-muted">{m.verified_text({ email: String(state.email) })}</p>
      <ButtonLink to={user ? homePath(user) : '/account'} kind="primary" size="large">
        {user ? m.verified_go_on() : m.header_log_in()}
      </ButtonLink>
    </ResultNote>
  )
}
