/** The pages that everybody may open, except the landing page. */
import { Route, createRoutesFromElements } from 'react-router-dom'
import { createApp } from './app.tsx'
import { lazyScreen } from './lib/pages/lazy-screen.ts'
import { ProtectedLayout } from './screens/creator/protected-layout.tsx'
import { policyRoutes } from './screens/landing/policy-routes.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { creatorRoutes, userRoutes } from './screens/pages/creator-routes.tsx'
import { paymentRoutes } from './screens/payments/payment-routes.tsx'
import { SiteLayout } from './screens/site-layout.tsx'

const ExploreScreen = lazyScreen(() => import('./screens/pages/explore-screen.tsx'), 'ExploreScreen')
const MaintenanceScreen = lazyScreen(() => import('./screens/maintenance-screen.tsx'), 'MaintenanceScreen')
const ApiReferenceScreen = lazyScreen(
  () => import('./screens/api-reference-screen.tsx'),
  'ApiReferenceScreen',
)
const FeaturedScreen = lazyScreen(() => import('./screens/landing/featured-screen.tsx'), 'FeaturedScreen')

export const publicRoutes = createRoutesFromElements(
  <>
    <Route path="/maintenance" element={<MaintenanceScreen />} />
    <Route path="featured-creators" element={<FeaturedScreen />} />
    <Route element={<SiteLayout />}>
      {policyRoutes}
      <Route path="api-reference" element={<ApiReferenceScreen />} />
      {paymentRoutes}
      <Route path="explore" element={<ExploreScreen />} />
      <Route path="dashboard/explore" element={<ExploreScreen />} />
      <Route element={<ProtectedLayout />}>{userRoutes}</Route>
      {creatorRoutes}
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </>,
)

export const { App, loadScreensAt, loadScreensHere, prefetchAt } = createApp(publicRoutes)
