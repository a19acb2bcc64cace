/**
 * The rooms of the signed-in area, in one declaration: the sidebar, the bar of a phone, the row of pages, the titles of the settings and
 * the map in docs/rooms.md derive from it.
 */
import { Bell, House, KeyRound, MonitorPlay, Radio, Settings, ShieldCheck, Store, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { matchPath } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { isCreator } from '../../lib/accounts/session.ts'
import type { StoredUser } from '../../lib/store-state.ts'

export interface Page {
  /** Its addresses as patterns of routes. Links lead to the first one. */
  paths: readonly string[]
  title: () => string
  /** The title beside the room's other pages, if it is another one. */
  titleInRoom?: () => string
  /** Whether it has the settings' five tabs, which then stand in the place of the room's pages. */
  isTab?: boolean
  /** Whether it has the whole window, without the rooms beside it. */
  isWindow?: boolean
}

export interface Room {
  name: string
  title: () => string
  /** The title in the bar of a phone, if it has a place where it may be broken. */
  shortTitle?: () => string
  Icon: LucideIcon
  /** The first one opens with the room. */
  pages: readonly Page[]
}

const page = (title: Page['title'], ...paths: string[]): Page => ({ paths, title })
const inArea = (title: Page['title'], name: string) => page(title, `/dashboard/${name}`)
/** A page that the specification puts below `/dashboard` and below `/`. */
const withTwoAddresses = (title: Page['title'], name: string) => page(title, `/dashboard/${name}`, `/${name}`)
const tab = (title: Page['title'], name: string, titleInRoom = title): Page => ({
  ...withTwoAddresses(title, name),
  titleInRoom,
  isTab: true,
})

const profile = tab(m.settings_tab_profile, 'profile-setting')
const payment = tab(m.settings_tab_payment, 'payment-setting', m.room_payouts)
const stream = tab(m.settings_tab_stream, 'stream-setting', m.room_alerts)
const notifications = tab(m.settings_tab_notifications, 'notifications-setting')
const studio = { ...inArea(m.studio_title, 'studio'), isWindow: true }
const chatbot = tab(m.settings_tab_chatbot, 'chatbot-setting')

/** The tabs of the settings, in the order of the specification. */
export const settingsTabs: readonly Page[] = [profile, payment, stream, notifications, chatbot]

const account = inArea(m.settings_account, 'account-setting')
const inbox = inArea(m.dashboard_nav_inbox, 'notification')
const overview: Room = {
  name: 'overview',
  title: m.dashboard_nav_overview,
  Icon: House,
  pages: [page(m.dashboard_nav_overview, '/dashboard', '/dashboard/insights'), inbox],
}
const live: Room = {
  name: 'live',
  title: m.room_live,
  Icon: Radio,
  pages: [inArea(m.panel_title, 'control-panel'), inArea(m.donothon_title, 'donothon-timer-setting')],
}
const creatorRooms: readonly Room[] = [
  overview,
  live,
  {
    name: 'page',
    title: m.room_page,
    Icon: Store,
    pages: [inArea(m.dashboard_nav_goals, 'goals-overview'), profile, inArea(m.share_title, 'share')],
  },
  {
    name: 'stream',
    title: m.settings_tab_stream,
    Icon: MonitorPlay,
    pages: [stream, studio, inArea(m.room_look, 'alert-style'), inArea(m.widget_title, 'widgets'), chatbot],
  },
  {
    name: 'money',
    title: m.dashboard_nav_payments,
    Icon: Wallet,
    pages: [
      inArea(m.statement_statement_title, 'payment-setting2'),
      payment,
      page(m.dashboard_nav_earnings, '/user/:username/total-earnings'),
    ],
  },
  {
    name: 'settings',
    title: m.dashboard_nav_settings,
    shortTitle: m.room_settings_short,
    Icon: Settings,
    pages: [
      account,
      notifications,
      inArea(m.moderation_title, 'moderation'),
      withTwoAddresses(m.settings_tab_tools, 'tools-setting'),
      withTwoAddresses(m.settings_tab_import, 'import-setting'),
      inArea(m.x_title, 'Integrations-setting'),
    ],
  },
]
/** Supporters have a few pages and no use for rooms of several. */
const supporterRooms: readonly Room[] = [
  { ...overview, pages: overview.pages.slice(0, 1) },
  { name: 'inbox', title: m.dashboard_nav_inbox, Icon: Bell, pages: [inbox] },
  {
    name: 'settings',
    title: m.dashboard_nav_settings,
    shortTitle: m.room_settings_short,
    Icon: Settings,
    pages: [profile, ...settingsTabs.filter((one) => one !== profile)],
  },
  { name: 'account', title: m.settings_account, Icon: KeyRound, pages: [account] },
]

const admin: Room = {
  name: 'admin',
  title: m.header_admin,
  Icon: ShieldCheck,
  pages: [page(m.header_admin, '/admin', '/admin/books')],
}

/** Returns a user's rooms, in the order of the sidebar. */
export function roomsOf(user: StoredUser, isAdmin: boolean): readonly Room[] {
  const rooms = isCreator(user) ? creatorRooms : supporterRooms
  return isAdmin ? [...rooms, admin] : rooms
}

/**
 * Returns the rooms in the bar of a phone. Live has the middle, which both thumbs reach. The overview is not there, because the picture
 * in the header leads to it.
 */
export function barOf(rooms: readonly Room[]): readonly Room[] {
  if (!rooms.includes(live)) return rooms
  const others = rooms.filter((room) => room !== live && room !== overview && room !== admin)
  return others.toSpliced(Math.floor(others.length / 2), 0, live)
}

/** Returns the page at an address, and its room. */
export function findPage(rooms: readonly Room[], pathname: string): { room: Room; page: Page } | undefined {
  for (const room of rooms)
    for (const found of room.pages)
      if (found.paths.some((path) => matchPath(path, pathname))) return { room, page: found }
  return undefined
}

/** Returns the page at an address of any room. */
export function pageAt(pathname: string): Page | undefined {
  return findPage(creatorRooms, pathname)?.page
}

/** Returns the address that a link to a page has. */
export function linkTo({ paths }: Page, { brimfulUserName }: StoredUser): string {
  return paths[0]!.replace(':username', brimfulUserName)
}
