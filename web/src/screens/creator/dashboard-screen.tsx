import { m } from '../../../../i18n/compiled/messages.js'
import { SupportedCreatorsCard } from '../../features/tips-given/supported-creators-card.tsx'
import { TipsGivenCard } from '../../features/tips-given/tips-given-card.tsx'
import { isCreator, useSession } from '../../lib/accounts/session.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CreatorDashboard } from './creator-dashboard.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/** The start page of the dashboard. */
export function DashboardScreen() {
  useTitle(m.dashboard_nav())
  const { user } = useSession()
  if (!user) return null
  return isCreator(user) ? <CreatorDashboard user={user} /> : <SupporterDashboard user={user} />
}

function SupporterDashboard({ user }: { user: StoredUser }) {
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl break-words sm:text-3xl">{m.dashboard_hello({ name: user.displayName })}</h1>
        <ButtonLink to={browseLink().to} kind="primary">
          {browseLink().label}
        </ButtonLink>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-6">
        <TipsGivenCard />
        <SupportedCreatorsCard />
      </div>
    </>
  )
}
