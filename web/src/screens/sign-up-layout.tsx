import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { homeOf, isCreator, useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The wizard is for those who have no account yet: whoever is signed in goes home. */
export function SignUpLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'unknown') return <SignUpSkeleton />
  if (session.status === 'signed-in') {
    const isAsking = pathname.startsWith('/signup/select-role') && !isCreator(session.user)
    return isAsking ? <NoChange /> : <Navigate to={homeOf(session.user)} replace />
  }
  return (
    <Suspense fallback={<SignUpSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

/** What a supporter is told who asks to be a creator. */
function NoChange() {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-16 text-center">
      <h1 className="text-3xl">{m.settings_creator_link()}</h1>
      <p className="mt-3 mb-8 text-lg text-muted">{m.signup_no_change()}</p>
      <ButtonLink to="/explore" kind="primary">
        {m.not_found_explore()}
      </ButtonLink>
    </div>
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
