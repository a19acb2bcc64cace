import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet, Route, createRoutesFromElements, matchRoutes, useRoutes } from 'react-router-dom'
import { prefetchCreatorPage } from './features/creator/prefetch-creator.ts'
import { prefetchCreators } from './features/explore/use-creator-lists.ts'
import { ConfirmationDialog } from './features/confirmation/confirmation-dialog.tsx'
import { Toaster } from './features/toasts/toaster.tsx'
import { lazyScreen, loadScreen } from './lib/lazy-screen.ts'
import { queryClient } from './lib/query-client.ts'
import { authenticationRoutes } from './screens/authentication-routes.tsx'
import { creatorPath, creatorRoutes, userRoutes } from './screens/creator-routes.tsx'
import { dashboardRoutes } from './screens/dashboard-routes.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { paymentRoutes } from './screens/payment-routes.tsx'
import { policyRoutes } from './screens/policy-routes.tsx'
import { ProtectedLayout } from './screens/protected-layout.tsx'
import { settingsRoutes } from './screens/settings-routes.tsx'
import { signUpRoutes } from './screens/sign-up-routes.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'
import { m } from '../../i18n/compiled/messages.js'
import { SiteHeader } from './features/site-header/site-header.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { PageFrame } from './screens/page-frame.tsx'

const LogInScreen = lazyScreen(() => import('./screens/log-in-screen.tsx'), 'LogInScreen')
const ExploreScreen = lazyScreen(() => import('./screens/explore-screen.tsx'), 'ExploreScreen')
const AccountSettingScreen = lazyScreen(
  () => import('./screens/account-setting-screen.tsx'),
  'AccountSettingScreen',
)
const MaintenanceScreen = lazyScreen(() => import('./screens/maintenance-screen.tsx'), 'MaintenanceScreen')
const AdminScreen = lazyScreen(() => import('./screens/admin-screen.tsx'), 'AdminScreen')
const FeaturedScreen = lazyScreen(() => import('./screens/featured-screen.tsx'), 'FeaturedScreen')

/** Every route of the site except the landing page. */
export const routes = createRoutesFromElements(
  <>
    <Route path="/maintenance" element={<MaintenanceScreen />} />
    <Route element={<SiteLayout />}>
      <Route path="account" element={<LogInScreen />} />
      <Route path="account/login/:email?" element={<LogInScreen />} />
      {signUpRoutes}
      {policyRoutes}
      {authenticationRoutes}
      <Route path="featured-creators" element={<FeaturedScreen />} />
      {paymentRoutes}
      <Route path="explore" element={<ExploreScreen />} />
      <Route path="dashboard/explore" element={<ExploreScreen />} />
      <Route element={<ProtectedLayout />}>
        {dashboardRoutes}
        {userRoutes}
        <Route path="admin/books" element={<AdminScreen />} />
        <Route path="dashboard/account-setting" element={<AccountSettingScreen />} />
        {settingsRoutes}
      </Route>
      {creatorRoutes}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </>,
)

/** The site except the landing page. */
export function App() {
  const page = useRoutes(routes)
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<LoadingScreen />}>{page}</Suspense>
      <ConfirmationDialog />
      <Toaster />
    </QueryClientProvider>
  )
}

/**
 * Loads the code of all screens on an address in parallel (layouts and page), and meanwhile prefetches their data. Screens that
 * load one after the other would each show their own skeleton.
 */
export async function loadScreensAt(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? []
  const creator = matches.find(({ route }) => route.path === creatorPath)
  if (creator?.params.username) prefetchCreatorPage(creator.params.username.toLowerCase())
  if (matches.some(({ route }) => route.path?.endsWith('explore'))) prefetchCreators(window.location.search)
  await Promise.allSettled(matches.map(({ route }) => loadScreen(route.element)))
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
