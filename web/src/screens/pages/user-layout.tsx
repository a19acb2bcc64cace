import { useParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/accounts/session.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { CreatorLayout } from './creator-layout.tsx'

/** A creator's public pages as signed-in users see them. Creators see links to their own pages there. */
export function UserLayout() {
  const { user } = useSession()
  const userName = (useParams().username ?? '').toLowerCase()
  const isOwn = user?.brimfulUserName === userName
  return (
    <>
      {isOwn && (
        <p className="mx-auto flex max-w-6xl flex-wrap gap-x-6 px-4 sm:px-6">
          <TextLink
            to={`/user/${userName}/total-earnings`}
            className="inline-flex min-h-11 items-center text-sm"
          >
            {m.earnings_title()}
          </TextLink>
          <TextLink to="/dashboard/goals-overview" className="inline-flex min-h-11 items-center text-sm">
            {m.dashboard_goals_all()}
          </TextLink>
        </p>
      )}
      <CreatorLayout />
    </>
  )
}
