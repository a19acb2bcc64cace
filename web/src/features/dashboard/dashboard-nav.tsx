import { NavLink } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { isCreator, useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { tabClass } from '../../ui/tabs.tsx'

const places = [
  { path: '/dashboard', label: m.dashboard_nav_overview, isCreatorOnly: false },
  { path: '/dashboard/goals-overview', label: m.dashboard_nav_goals, isCreatorOnly: true },
  { path: '/dashboard/notification', label: m.dashboard_nav_inbox, isCreatorOnly: false },
  { path: '/dashboard/payment-setting2', label: m.dashboard_nav_payments, isCreatorOnly: true },
  { path: '/dashboard/profile-setting', label: m.dashboard_nav_settings, isCreatorOnly: false },
] as const

const adminPlace = { path: '/admin/books', label: m.header_admin }

/** The dashboard's navigation, with the current page underlined. */
export function DashboardNav({ user }: { user: StoredUser }) {
  const unread = useStore((state) => state.notifications.unread)
  const own = places.filter(({ isCreatorOnly }) => !isCreatorOnly || isCreator(user))
  const { profile } = useSession()
  const shown = profile?.role === 'admin' ? [...own, adminPlace] : own
  return (
    <nav aria-label={m.dashboard_nav()} className="-mx-4 border-b border-line sm:mx-0">
      <ul className="flex gap-1 overflow-x-auto overflow-y-hidden px-1 [scrollbar-width:none] sm:px-0">
        {shown.map(({ path, label }) => (
          <li key={path} className="shrink-0">
            <NavLink to={path} end className={`flex items-center gap-1.5 ${tabClass}`}>
              {label()}
              {path.endsWith('notification') && unread > 0 && (
                <span className="money rounded-full bg-rose-fill px-1.5 text-xs text-white">
                  {unread > 99 ? '99+' : unread}
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
