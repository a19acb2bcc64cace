import { m } from '../../../i18n/compiled/messages.js'
import { isCreator, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { CreatorDashboard } from './creator-dashboard.tsx'
import { SupporterDashboard } from './supporter-dashboard.tsx'

/** The start page of the dashboard. */
export function DashboardScreen() {
  useTitle(m.dashboard_nav())
  const { user } = useSession()
  if (!user) return null
  return isCreator(user) ? <CreatorDashboard user={user} /> : <SupporterDashboard user={user} />
}
