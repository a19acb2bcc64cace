import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { CreatorOffer } from '../../features/settings/creator-offer.tsx'
import { homePath, isCreator, useSession } from '../../lib/accounts/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * The layout of the sign-up wizard. Signed-in users are redirected to their home page, except supporters who open the role step:
 * they are offered to become a creator.
 */
export function SignUpLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'unknown') return <SignUpSkeleton />
  if (session.status === 'signed-in') {
    const isAsking = pathname.startsWith('/signup/select-role') && !isCreator(session.user)
    return isAsking ? <CreatorOffer heading="h1" /> : <Navigate to={homePath(session.user)} replace />
  }
  return (
    <Suspense fallback={<SignUpSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

/** Shown while the session or the sign-up is loading. */
export function SignUpSkeleton() {
  return (
    <output aria-label={m.loading()} className="mx-auto block max-w-lg px-4 py-8 sm:py-14">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-6 h-10 w-3/4" />
      <Skeleton className="mt-6 h-80 w-full" />
    </output>
  )
}
