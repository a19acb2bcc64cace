import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { DashboardNav } from '../../features/dashboard/dashboard-nav.tsx'
import { RoomPages } from '../../features/dashboard/room-pages.tsx'
import { SuspendedNote } from '../../features/dashboard/suspended-note.tsx'
import { useAppBadge } from '../../lib/app-badge.ts'
import { listenForInstall } from '../../lib/install-prompt.ts'
import { useStore } from '../../lib/store.ts'
import { roomsOf } from '../../parts/rooms/rooms.ts'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { useSession } from '../../lib/accounts/session.ts'

/** The layout of all pages for signed-in users: the rooms, the pages of the current one, and the page. Renders inside the protected layout. */
export function DashboardLayout() {
  const { user, profile } = useSession()
  useAppBadge(useStore((state) => state.notifications.unread))
  useEffect(listenForInstall, [])
  if (!user) return null
  const rooms = roomsOf(user, profile?.role === 'admin')
  return (
    <div className="mx-auto flex max-w-6xl gap-8 px-4 pt-3 pb-16 sm:px-6 lg:pt-8">
      <DashboardNav user={user} rooms={rooms} />
      <div className="min-w-0 grow">
        <RoomPages user={user} rooms={rooms} />
        {profile?.isSuspended && <SuspendedNote />}
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
