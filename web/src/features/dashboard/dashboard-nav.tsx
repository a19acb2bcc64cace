import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import type { StoredUser } from '../../lib/store-state.ts'
import { barOf, findPage, linkTo } from '../../parts/rooms/rooms.ts'
import type { Room } from '../../parts/rooms/rooms.ts'
import { Unread } from './unread.tsx'

interface DashboardNavProps {
  user: StoredUser
  rooms: readonly Room[]
}

/** The rooms: beside the page, or on small screens in a bar at the bottom. CSS shows one of the two. */
export function DashboardNav({ user, rooms }: DashboardNavProps) {
  return (
    <>
      <nav aria-label={m.dashboard_nav()} className="hidden w-44 shrink-0 lg:block">
        <ul className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-0.5 overflow-y-auto -m-1 p-1">
          {rooms.map((room) => (
            <li key={room.name}>
              <SidebarLink {...{ user, rooms, room }} />
            </li>
          ))}
        </ul>
      </nav>
      <nav
        data-bottom-bar
        aria-label={m.dashboard_nav()}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="mx-auto grid max-w-xl auto-cols-fr grid-flow-col">
          {barOf(rooms).map((room) => (
            <li key={room.name} className="min-w-0">
              <BarLink {...{ user, rooms, room }} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

interface RoomLinkProps extends DashboardNavProps {
  room: Room
}

function SidebarLink({ user, rooms, room }: RoomLinkProps) {
  return (
    <Link
      to={linkTo(room.pages[0]!, user)}
      aria-current={useCurrent(rooms, room)}
      className="group flex min-h-11 items-center gap-3 rounded-card px-3 font-semibold text-muted hover:bg-ink/6 hover:text-ink aria-[current]:bg-ink/6 aria-[current]:text-ink"
    >
      <room.Icon aria-hidden className="size-5 shrink-0 group-aria-[current]:text-coral-ink" />
      <span className="min-w-0 grow break-words">{room.title()}</span>
      {hasInbox(room) && <Unread className="px-1.5" />}
    </Link>
  )
}

function BarLink({ user, rooms, room }: RoomLinkProps) {
  return (
    <Link
      to={linkTo(room.pages[0]!, user)}
      aria-current={useCurrent(rooms, room)}
      className="group relative flex h-16 w-full flex-col items-center justify-center gap-1 text-center text-xs leading-none font-semibold text-muted aria-[current]:text-coral-ink"
    >
      <span
        className={clsx(
          'grid h-6 w-10 place-items-center rounded-full',
          room.name === 'live' && 'bg-ink text-paper group-aria-[current]:bg-coral-ink forced-colors:border',
        )}
      >
        <room.Icon aria-hidden className="size-5" />
      </span>
      <span className="max-w-full px-0.5 hyphens-manual">{(room.shortTitle ?? room.title)()}</span>
      {hasInbox(room) && <Unread className="absolute top-2 left-1/2 ml-1.5 px-1" />}
    </Link>
  )
}

function hasInbox({ pages }: Room): boolean {
  return pages.some(({ title }) => title === m.dashboard_nav_inbox)
}

/** Returns whether the page is the one that a room's link leads to, or another one of the room. */
function useCurrent(rooms: readonly Room[], room: Room): 'page' | 'true' | undefined {
  const here = findPage(rooms, useLocation().pathname)
  if (here?.room !== room) return undefined
  return here.page === room.pages[0] ? 'page' : 'true'
}
