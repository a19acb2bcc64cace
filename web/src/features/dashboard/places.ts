/** The places of the dashboard, in display order. */
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
  Plug,
  Upload,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { m } from '../../../../i18n/compiled/messages.js'
import { isCreator } from '../../lib/accounts/session.ts'
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

const overview = inBar(
  '/dashboard',
  m.dashboard_nav_overview,
  LayoutDashboard,
  /^\/dashboard(\/insights)?\/?$/,
)
const goals = inBar('/dashboard/goals-overview', m.dashboard_nav_goals, Target, /\/goals-overview/)
export const inbox = inBar('/dashboard/notification', m.dashboard_nav_inbox, Bell, /\/notification\/?$/)
const payments = inBar('/dashboard/payment-setting2', m.dashboard_nav_payments, Wallet, /\/payment-setting2/)
const stream = behindMore('/dashboard/stream-setting', m.settings_tab_stream, MonitorPlay, /\/stream-setting/)
const panel = behindMore('/dashboard/control-panel', m.panel_title, SlidersHorizontal, /\/control-panel/)
const chatbot = behindMore(
  '/dashboard/chatbot-setting',
  m.settings_tab_chatbot,
  MessagesSquare,
  /\/chatbot-setting/,
)
const settings = behindMore(
  '/dashboard/profile-setting',
  m.dashboard_nav_settings,
  Settings,
  /\/(profile|payment|notifications)-setting\/?$/,
)
const account = behindMore('/dashboard/account-setting', m.settings_account, KeyRound, /\/account-setting/)
const timer = behindMore(
  '/dashboard/donothon-timer-setting',
  m.donothon_title,
  Timer,
  /\/donothon-timer-setting/,
)
const posts = behindMore('/dashboard/Integrations-setting', m.x_title, AtSign, /\/Integrations-setting/i)
const tools = behindMore('/dashboard/tools-setting', m.settings_tab_tools, Plug, /\/tools-setting/)
const imports = behindMore('/dashboard/import-setting', m.settings_tab_import, Upload, /\/import-setting/)
const admin = behindMore('/admin', m.header_admin, ShieldCheck, /^\/admin\b/)

function earningsOf({ brimfulUserName }: StoredUser): Place {
  const path = `/user/${brimfulUserName}/total-earnings`
  return behindMore(path, m.dashboard_nav_earnings, ChartNoAxesColumn, /\/total-earnings/)
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
        tools,
        imports,
        posts,
      ]
    : [overview, inbox, { ...settings, isInBar: true }, { ...account, isInBar: true }]
  return isAdmin ? [...own, admin] : own
}

type Row = [to: Place['to'], label: Place['label'], Icon: Place['Icon'], pages: Place['pages']]

function behindMore(...[to, label, Icon, pages]: Row): Place {
  return { to, label, Icon, pages }
}

function inBar(...row: Row): Place {
  return { ...behindMore(...row), isInBar: true }
}
