import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import type { StoredUser } from '../../lib/store-state.ts'
import { findPage, linkTo } from '../../parts/rooms/rooms.ts'
import type { Page, Room } from '../../parts/rooms/rooms.ts'
import { tabClass } from '../../ui/tabs.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Unread } from './unread.tsx'

interface RoomPagesProps {
  user: StoredUser
  rooms: readonly Room[]
}

/**
 * The pages of the current room. A page with the settings' five tabs has those instead, and a line that names the others, so that there
 * is one level of navigation at a time.
 */
export function RoomPages({ user, rooms }: RoomPagesProps) {
  const here = findPage(rooms, useLocation().pathname)
  if (!here || here.room.pages.length < 2) return null
  const { room, page } = here
  if (page.isTab) return <OtherPages user={user} room={room} page={page} />
  return (
    <nav data-room={room.name} aria-label={room.title()} className="-mx-4 mb-5 border-b border-line sm:mx-0">
      <ul className="flex gap-1 overflow-x-auto overflow-y-hidden px-1 [scrollbar-width:none] sm:px-0">
        {room.pages.map((one) => (
          <li key={one.paths[0]} className="shrink-0">
            <Link
              to={linkTo(one, user)}
              aria-current={one === page ? 'page' : undefined}
              className={`flex items-center gap-2 ${tabClass}`}
              ref={one === page ? showCurrent : undefined}
            >
              {(one.titleInRoom ?? one.title)()}
              {one.title === m.dashboard_nav_inbox && <Unread className="px-1.5" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The room's other pages in a line of text, because the tabs of the settings do not lead there. */
function OtherPages({ user, room, page }: { user: StoredUser; room: Room; page: Page }) {
  const id = useId()
  const others = room.pages.filter((one) => one !== page && !one.isTab)
  if (others.length === 0) return null
  return (
    <nav aria-labelledby={id} className="-mt-3 mb-1 flex flex-wrap items-center gap-x-4 text-sm text-muted">
      <span id={id}>{m.room_also()}</span>
      {others.map((one) => (
        <TextLink key={one.paths[0]} to={linkTo(one, user)} className="inline-flex min-h-11 items-center">
          {one.title()}
        </TextLink>
      ))}
    </nav>
  )
}

/** Scrolls the current page's link into view, because the row is wider than a phone's screen. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (link && row)
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
