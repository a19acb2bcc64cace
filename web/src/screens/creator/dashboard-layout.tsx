import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { DashboardNav } from '../../features/dashboard/dashboard-nav.tsx'
import { SuspendedNote } from '../../features/dashboard/suspended-note.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { useSession } from '../../lib/accounts/session.ts'

/** The layout of all pages for signed-in users: navigation and the current page. Renders inside the protected layout. */
export function DashboardLayout() {
  const { user, profile } = useSession()
  if (!user) return null
  return (
    <div className="mx-auto flex max-w-6xl gap-8 px-4 pt-6 pb-16 sm:px-6 sm:pt-8">
      <DashboardNav user={user} />
      <div className="min-w-0 grow">
        {profile?.isSuspended && <SuspendedNote />}
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
