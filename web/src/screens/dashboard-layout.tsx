import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { DashboardNav } from '../features/dashboard/dashboard-nav.tsx'
import { CardSkeleton } from '../ui/card-skeleton.tsx'
import { useSession } from '../lib/session.ts'

/** The layout of the dashboard: navigation and the current page. Renders inside the protected layout. */
export function DashboardLayout() {
  const { user } = useSession()
  if (!user) return null
  return (
    <div className="mx-auto max-w-6xl px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <DashboardNav user={user} />
      <div className="pt-6">
        <Suspense fallback={<CardSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
