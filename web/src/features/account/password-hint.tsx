import { TextLink } from '../../ui/text-link.tsx'
import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** Tells users who signed up with Google that they may have no password yet, and how to set one by email. */
export function PasswordHint({ email, isGoogleAccount }: Pick<SessionUser, 'email' | 'isGoogleAccount'>) {
  if (!isGoogleAccount) return null
  return (
    <p className="rounded-card bg-sunken px-4 py-3 text-sm">
      {m.account_google_hint()}{' '}
      <TextLink to="/authentication/reset-password" state={{ email }}>
        {m.account_google_set()}
      </TextLink>
    </p>
  )
}
