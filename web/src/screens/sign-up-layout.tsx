import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { CreatorOffer } from '../features/settings/creator-offer.tsx'
import { homePath, isCreator, useSession } from '../lib/session.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** The wizard is for those who have no account yet: whoever is signed in goes home, or becomes a creator. */
export function SignUpLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'unknown') return <SignUpSkeleton />
  if (session.status === 'signed-in') {
    const isAsking = pathname.startsWith('/signup/select-role') && !isCreator(session.user)
    return isAsking ? <CreatorOffer /> : <Navigate to={homePath(session.user)} replace />
  }
  return (
    <Suspense fallback={<SignUpSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

/** Stands while it is not known who is there, or how far they came. */
export function SignUpSkeleton() {
  return (
    <output aria-label={m.loading()} className="mx-auto block max-w-lg px-4 py-8 sm:py-14">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-6 h-10 w-3/4" />
      <Skeleton className="mt-6 h-80 w-full" />
    </output>
  )
}
