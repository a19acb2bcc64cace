import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import {
  Outlet,
  Route,
  createRoutesFromElements,
  matchRoutes,
  useLocation,
  useRoutes,
} from 'react-router-dom'
import type { RouteMatch, RouteObject } from 'react-router-dom'
import { isPlatformPath } from '../../contract/pages/platform-paths.ts'
import { memoize } from '../../contract/memoize.ts'
import { prefetchCreatorPage } from './features/creator/prefetch-creator.ts'
import { prefetchCreators } from './features/explore/use-creator-lists.ts'
import { ConfirmationDialog } from './features/confirmation/confirmation-dialog.tsx'
import { DiscardDialog } from './features/discard/discard-dialog.tsx'
import { Toaster } from './features/toasts/toaster.tsx'
import { lazyScreen, loadScreen } from './lib/pages/lazy-screen.ts'
import { readSolo } from './lib/pages/site-document.ts'
import { unpackPage } from './lib/page-data.ts'
import { PageQueryClient, queryClient } from './lib/calls/query-client.ts'
import { authenticationRoutes } from './screens/accounts/authentication-routes.tsx'
import { creatorPath, creatorRoutes, userRoutes } from './screens/pages/creator-routes.tsx'
import { dashboardRoutes } from './screens/creator/dashboard-routes.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { paymentRoutes } from './screens/payments/payment-routes.tsx'
import { policyRoutes } from './screens/landing/policy-routes.tsx'
import { ProtectedLayout } from './screens/creator/protected-layout.tsx'
import { signUpRoutes } from './screens/accounts/sign-up-routes.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'
import { m } from '../../i18n/compiled/messages.js'
import { SiteHeader } from './features/site-header/site-header.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { PageFrame } from './screens/page-frame.tsx'

const LogInScreen = lazyScreen(() => import('./screens/accounts/log-in-screen.tsx'), 'LogInScreen')
const ExploreScreen = lazyScreen(() => import('./screens/pages/explore-screen.tsx'), 'ExploreScreen')
const MaintenanceScreen = lazyScreen(() => import('./screens/maintenance-screen.tsx'), 'MaintenanceScreen')
const PanelDockScreen = lazyScreen(() => import('./screens/panel/panel-dock-screen.tsx'), 'PanelDockScreen')
const StudioScreen = lazyScreen(() => import('./screens/creator/studio-screen.tsx'), 'StudioScreen')
const PanelInviteScreen = lazyScreen(
  () => import('./screens/panel/panel-invite-screen.tsx'),
  'PanelInviteScreen',
)
const ApiReferenceScreen = lazyScreen(
  () => import('./screens/api-reference-screen.tsx'),
  'ApiReferenceScreen',
)
const FeaturedScreen = lazyScreen(() => import('./screens/landing/featured-screen.tsx'), 'FeaturedScreen')

/** Every route of the site except the landing page. */
export const routes = createRoutesFromElements(
  <>
    <Route path="/maintenance" element={<MaintenanceScreen />} />
    <Route path="featured-creators" element={<FeaturedScreen />} />
    <Route element={<ProtectedLayout />}>
      <Route path="control-panel" element={<PanelDockScreen />} />
      <Route path="dashboard/studio" element={<StudioScreen />} />
    </Route>
    <Route element={<SiteLayout />}>
      <Route path="account" element={<LogInScreen />} />
      <Route path="account/login/:email?" element={<LogInScreen />} />
      {signUpRoutes}
      {policyRoutes}
      {authenticationRoutes}
      <Route path="api-reference" element={<ApiReferenceScreen />} />
      {paymentRoutes}
      <Route path="explore" element={<ExploreScreen />} />
      <Route path="dashboard/explore" element={<ExploreScreen />} />
      <Route element={<ProtectedLayout />}>
        {dashboardRoutes}
        <Route path="control-panel/invite" element={<PanelInviteScreen />} />
        {userRoutes}
      </Route>
      {creatorRoutes}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </>,
)

/** The site except the landing page. */
export function App() {
  const location = useLocation()
  const pathname = pageAt(location.pathname)
  const page = useRoutes(branchAt(pathname), { ...location, pathname })
  return (
    <QueryClientProvider client={useContext(PageQueryClient)}>
      <Suspense fallback={<LoadingScreen />}>{page}</Suspense>
      <ConfirmationDialog />
      <DiscardDialog />
      <Toaster />
    </QueryClientProvider>
  )
}

/**
 * Loads the code of all screens at the browser's address, and meanwhile prefetches their data, unless the document has it. On the
 * server, which has no address of its own, it does nothing.
 */
export async function loadScreensHere(): Promise<void> {
  if (typeof window === 'undefined') return
  const { pathname, search } = window.location
  unpackPage(queryClient)
  void prefetchAt(pathname, search, queryClient)
  await loadScreensAt(pathname)
}

/** Loads the code of all screens at an address in parallel (layouts and page), because each would show its own skeleton. */
export async function loadScreensAt(pathname: string): Promise<void> {
  await Promise.allSettled(matchesAt(pathname).map(({ route }) => loadScreen(route.element)))
}

/** Loads the data that a page shows first into a cache. A failed call does not reject: the page makes it again. */
export async function prefetchAt(pathname: string, search: string, client: QueryClient): Promise<void> {
  const matches = matchesAt(pathname)
  const creator = matches.find(({ route }) => route.path === creatorPath)?.params.username
  const isExplore = matches.some(({ route }) => route.path?.endsWith('explore'))
  await Promise.all([
    creator && prefetchCreatorPage(creator.toLowerCase(), client),
    isExplore && prefetchCreators(search, client),
  ])
}

const maxKept = 100

/**
 * Returns the routes at an address, the outermost first. It keeps those of the last addresses: React Router compiles the pattern of
 * every route each time it looks for a match, and the server renders the same pages again and again.
 */
const matchesAt = memoize((pathname): RouteMatch[] => matchRoutes(routes, pageAt(pathname)) ?? [], maxKept)

/** An address at which there is no page. */
const nowhere = '/-/-/-'

/**
 * Returns the address of the page at an address. In solo mode, the first address of the site is that of the creator's page, and pages
 * about other creators and the platform's books do not exist.
 */
function pageAt(pathname: string): string {
  const solo = readSolo()
  if (!solo) return pathname
  if (pathname === '/') return `/${solo.userName}/current-goals`
  return isPlatformPath(pathname) ? nowhere : pathname
}

/** Returns the routes reduced to those at an address, which gives the same page. */
function branchAt(pathname: string): RouteObject[] {
  return matchesAt(pathname).reduceRight<RouteObject[]>(
    (children, { route }) => [route.index ? route : { ...route, children }],
    [],
  )
}

/** The layout of every page except the landing page. */
function SiteLayout() {
  return (
    <PageFrame header={<SiteHeader />}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </PageFrame>
  )
}

/** Shown while a screen's code loads. It is as high as the window, so that the footer stays below the visible part. */
function ScreenSkeleton() {
  return (
    <output aria-label={m.loading()} className="mx-auto block min-h-dvh max-w-6xl px-4 py-8 sm:px-6">
      <Skeleton className="h-10 w-2/3 max-w-sm" />
      <Skeleton className="mt-6 h-64 w-full" />
    </output>
  )
}
