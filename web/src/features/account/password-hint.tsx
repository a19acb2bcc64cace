import { Link } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** Who signed up by Google may have no password yet; a mailed link sets one. */
export function PasswordHint({ email, isGoogleAccount }: Pick<SessionUser, 'email' | 'isGoogleAccount'>) {
  if (!isGoogleAccount) return null
  return (
    <p className="rounded-card bg-sunken px-4 py-3 text-sm">
      {m.account_google_hint()}{' '}
      <Link
        to="/authentication/reset-password"
        state={{ email }}
        className="rounded-sm font-semibold text-violet underline underline-offset-3 hover:no-underline"
      >
        {m.account_google_set()}
      </Link>
    </p>
  )
}
