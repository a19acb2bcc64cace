import { Suspense, useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useOutletContext, useParams } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { LiveNote } from '../../features/creator/live-note.tsx'
import { ProfileHead, ProfileHeadSkeleton } from '../../features/creator/profile-head.tsx'
import { useCreatorPage } from '../../features/creator/use-creator-page.ts'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import { ReportLink } from '../../features/report/report-link.tsx'
import { CallError } from '../../lib/calls/call-error.ts'
import { useIsHydrating } from '../../lib/page-data.ts'
import { useSiteUrl } from '../../lib/pages/site-settings.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { CreatorColumnsSkeleton } from './creator-columns.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/**
 * The layout of a creator's pages: the profile header and the current page below. The header renders first, unless the server has
 * rendered both. A former name of the creator is replaced by the current one.
 */
export function CreatorLayout() {
  const { username, goaluuid } = useParams()
  const userName = (username ?? '').toLowerCase()
  const { profile, ...page } = useCreatorPage(userName)
  const isUnknown = !profile.data && isNotFound(profile.error)
  const ownTitle = goaluuid ? undefined : profile.data?.displayName // a goal's page has a title of its own
  useTitle(isUnknown ? m.creator_not_found_title() : ownTitle)
  const site = useSiteUrl()
  const { pathname, search } = useLocation()

  if (profile.data && profile.data.userName !== userName) {
    const path = pathname.replace(`/${username}`, `/${profile.data.userName}`)
    return <Navigate to={path + search} replace />
  }
  if (profile.data) {
    return (
      <>
        <LiveNote status={page.live} />
        <ProfileHead creator={profile.data} shareUrl={`${site}/${profile.data.userName}`} />
        <Columns>
          <Suspense fallback={<CreatorColumnsSkeleton />}>
            <AfterHead>
              <Outlet context={{ creator: profile.data, ...page } satisfies CreatorPage} />
            </AfterHead>
          </Suspense>
          <ReportLink userName={profile.data.userName} goals={page.goals.data ?? []} goalId={goaluuid} />
        </Columns>
      </>
    )
  }
  if (isUnknown) return <UnknownCreator name={userName} />
  if (profile.error) return <ErrorNote text={m.creator_load_failed()} onRetry={profile.refetch} />
  return (
    <>
      <ProfileHeadSkeleton />
      <Columns>
        <CreatorColumnsSkeleton />
      </Columns>
    </>
  )
}

/**
 * Renders its children after the header, unless the server has rendered both. It is a component of its own, so that the end of its
 * hydration renders only it once more, and not the whole page below.
 */
function AfterHead({ children }: { children: ReactNode }) {
  const isHeadDrawn = useDeferredValue(true, useIsHydrating())
  return isHeadDrawn ? children : <CreatorColumnsSkeleton />
}

/** The area below the profile header. */
function Columns({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-6xl px-4 pt-6 pb-28 sm:px-6 lg:pb-16">{children}</div>
}

/** Returns the creator's data, for a screen inside the layout. */
export function useCreatorContext(): CreatorPage {
  return useOutletContext<CreatorPage>()
}

/** Returns whether an error means that nobody has this username, or that it is invalid. */
function isNotFound(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.kind === 'input')
}

function UnknownCreator({ name }: { name: string }) {
  return (
    <div className="mx-auto max-w-lg py-16">
      <h1 className="px-4 text-center text-3xl">{m.creator_not_found_title()}</h1>
      <EmptyNote text={m.creator_not_found_text({ name })} {...browseLink()} />
    </div>
  )
}
