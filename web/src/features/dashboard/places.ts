/** The places of the dashboard, in the order in which they are shown. */
import {
  AtSign,
  Bell,
  ChartNoAxesColumn,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  MonitorPlay,
  Settings,
  SlidersHorizontal,
  ShieldCheck,
  Target,
  Timer,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { isCreator } from '../../lib/session.ts'
import type { StoredUser } from '../../lib/store-state.ts'

export interface Place {
  to: string
  label: () => string
  Icon: LucideIcon
  /** Matches the addresses of all pages of this place. */
  pages: RegExp
  /** Whether a phone shows it in the bar; the others are behind “More”. */
  isInBar?: boolean
}

const overview: Place = {
  to: '/dashboard',
  label: m.dashboard_nav_overview,
  Icon: LayoutDashboard,
  pages: /^\/dashboard(\/insights)?\/?$/,
  isInBar: true,
}
const goals: Place = {
  to: '/dashboard/goals-overview',
  label: m.dashboard_nav_goals,
  Icon: Target,
  pages: /\/goals-overview/,
  isInBar: true,
}
export const inbox: Place = {
  to: '/dashboard/notification',
  label: m.dashboard_nav_inbox,
  Icon: Bell,
  pages: /\/notification\/?$/,
  isInBar: true,
}
const payments: Place = {
  to: '/dashboard/payment-setting2',
  label: m.dashboard_nav_payments,
  Icon: Wallet,
  pages: /\/payment-setting2/,
  isInBar: true,
}
const stream: Place = {
  to: '/dashboard/stream-setting',
  label: m.settings_tab_stream,
  Icon: MonitorPlay,
  pages: /\/stream-setting/,
}
const panel: Place = {
  to: '/dashboard/control-panel',
  label: m.panel_title,
  Icon: SlidersHorizontal,
  pages: /\/control-panel/,
}
const chatbot: Place = {
  to: '/dashboard/chatbot-setting',
  label: m.settings_tab_chatbot,
  Icon: MessagesSquare,
  pages: /\/chatbot-setting/,
}
const settings: Place = {
  to: '/dashboard/profile-setting',
  label: m.dashboard_nav_settings,
  Icon: Settings,
  pages: /\/(profile|payment|notifications)-setting\/?$/,
}
const account: Place = {
  to: '/dashboard/account-setting',
  label: m.settings_account,
  Icon: KeyRound,
  pages: /\/account-setting/,
}
const timer: Place = {
  to: '/dashboard/donothon-timer-setting',
  label: m.donothon_title,
  Icon: Timer,
  pages: /\/donothon-timer-setting/,
}
const posts: Place = {
  to: '/dashboard/Integrations-setting',
  label: m.x_title,
  Icon: AtSign,
  pages: /\/Integrations-setting/i,
}
const admin: Place = {
  to: '/admin',
  label: m.header_admin,
  Icon: ShieldCheck,
  pages: /^\/admin\b/,
}

function earningsOf({ brimfulUserName }: StoredUser): Place {
  return {
    to: `/user/${brimfulUserName}/total-earnings`,
    label: m.dashboard_nav_earnings,
    Icon: ChartNoAxesColumn,
    pages: /\/total-earnings/,
  }
}

/** Returns the places of a user's dashboard. */
export function placesOf(user: StoredUser, isAdmin: boolean): Place[] {
  const own = isCreator(user)
    ? [
        overview,
        goals,
        inbox,
        payments,
        earningsOf(user),
        panel,
        stream,
        chatbot,
        settings,
        account,
        timer,
        posts,
      ]
    : [overview, inbox, { ...settings, isInBar: true }, { ...account, isInBar: true }]
  return isAdmin ? [...own, admin] : own
}
