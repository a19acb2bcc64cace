import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { useSession } from '../../lib/accounts/session.ts'
import { useStore } from '../../lib/store.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { inbox, placesOf } from './places.ts'
import type { Place } from './places.ts'

/** The dashboard's navigation: beside the page, or on small screens a bar at the bottom. CSS shows one of the two. */
export function DashboardNav({ user }: { user: StoredUser }) {
  const { profile } = useSession()
  const places = placesOf(user, profile?.role === 'admin')
  return (
    <>
      <nav aria-label={m.dashboard_nav()} className="hidden w-48 shrink-0 lg:block">
        <ul className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-0.5 overflow-y-auto -m-1 p-1">
          {places.map((place) => (
            <li key={place.to}>
              <PlaceRow place={place} />
            </li>
          ))}
        </ul>
      </nav>
      <BottomBar places={places} />
    </>
  )
}

function PlaceRow({ place, onChoose }: { place: Place; onChoose?: () => void }) {
  const { to, label, Icon } = place
  return (
    <Link
      to={to}
      onClick={onChoose}
      aria-current={useIsHere(place) ? 'page' : undefined}
      className="group flex min-h-11 items-center gap-3 rounded-card px-3 font-semibold text-muted hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/6 aria-[current=page]:text-ink"
    >
      <Icon aria-hidden className="size-5 shrink-0 group-aria-[current=page]:text-coral-ink" />
      <span className="min-w-0 grow break-words">{label()}</span>
      {place === inbox && <Unread className="px-1.5" />}
    </Link>
  )
}

const barItem =
  'relative flex h-16 w-full flex-col items-center justify-center gap-1 text-xs font-semibold text-muted aria-[current=page]:text-coral-ink'

function BottomBar({ places }: { places: Place[] }) {
  const inBar = places.filter(({ isInBar }) => isInBar)
  const others = places.filter(({ isInBar }) => !isInBar)
  return (
    <nav
      data-bottom-bar
      aria-label={m.dashboard_nav()}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto grid max-w-xl auto-cols-fr grid-flow-col">
        {inBar.map((place) => (
          <li key={place.to} className="min-w-0">
            <BarLink place={place} />
          </li>
        ))}
        {others.length > 0 && (
          <li className="min-w-0">
            <More places={others} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function BarLink({ place }: { place: Place }) {
  const { to, label, Icon } = place
  return (
    <Link to={to} aria-current={useIsHere(place) ? 'page' : undefined} className={barItem}>
      <Icon aria-hidden className="size-5" />
      <span className="max-w-full truncate px-0.5">{label()}</span>
      {place === inbox && <Unread className="absolute top-2 left-1/2 ml-1.5 px-1" />}
    </Link>
  )
}

/** The places that have no room in the bar. The browser closes the panel by Escape or a click outside of it. */
function More({ places }: { places: Place[] }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const isHere = places.some(({ pages }) => pages.test(pathname))
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={clsx(barItem, isHere && 'text-coral-ink')}
        aria-current={isHere ? 'true' : undefined}
      >
        <Ellipsis aria-hidden className="size-5" />
        {m.dashboard_nav_more()}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="inset-x-0 top-auto bottom-[calc(4rem+env(safe-area-inset-bottom)+1px)] m-0 w-full max-w-none border-t border-line bg-card p-2 text-ink shadow-lift backdrop:bg-veil"
      >
        <ul className="mx-auto grid max-w-xl gap-0.5 sm:grid-cols-2">
          {places.map((place) => (
            <li key={place.to}>
              <PlaceRow place={place} onChoose={() => panel.current?.hidePopover()} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** The number of unread notifications, if there are any. */
function Unread({ className }: { className: string }) {
  const unread = useStore((state) => state.notifications.unread)
  if (unread === 0) return null
  return (
    <span className={clsx('money rounded-full bg-rose-fill text-xs text-white', className)}>
      {unread > 99 ? '99+' : unread}
    </span>
  )
}

function useIsHere({ pages }: Place): boolean {
  return pages.test(useLocation().pathname)
}
