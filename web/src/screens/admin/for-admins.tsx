import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { refreshSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultNote } from '../../ui/result-note.tsx'
import { WithProfile } from '../../parts/accounts/with-profile.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'

/** Shows a page to admins who have a second factor. For everybody but admins the page does not exist. */
export function ForAdmins({ children }: { children: ReactNode }) {
  return (
    <WithProfile>
      {({ role, needsSecondFactor }) => {
        if (role !== 'admin') return <NotFoundScreen />
        return needsSecondFactor ? <NeedsSecondFactor /> : children
      }}
    </WithProfile>
  )
}

/** Says that a second factor is missing, and where it is set up. Who comes back from there sees the page. */
function NeedsSecondFactor() {
  useTitle(m.admin_factor_title())
  useEffect(() => {
    refreshSession().catch(() => undefined) // the note stays, and its visitor loads the page again
  }, [])
  return (
    <ResultNote Icon={ShieldAlert} title={m.admin_factor_title()}>
      <p className="text-lg text-muted">{m.admin_factor_text()}</p>
      <ButtonLink to="/dashboard/account-setting">{m.account_title()}</ButtonLink>
    </ResultNote>
  )
}
