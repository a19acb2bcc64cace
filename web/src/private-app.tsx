/** The pages of one person. They are opened in documents of their own, so public pages do not load their routes. */
import { Route, createRoutesFromElements } from 'react-router-dom'
import { createApp } from './app.tsx'
import { lazyScreen } from './lib/pages/lazy-screen.ts'
import { authenticationRoutes } from './screens/accounts/authentication-routes.tsx'
import { signUpRoutes } from './screens/accounts/sign-up-routes.tsx'
import { dashboardRoutes } from './screens/creator/dashboard-routes.tsx'
import { ProtectedLayout } from './screens/creator/protected-layout.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { SiteLayout } from './screens/site-layout.tsx'

const LogInScreen = lazyScreen(() => import('./screens/accounts/log-in-screen.tsx'), 'LogInScreen')
const MaintenanceScreen = lazyScreen(() => import('./screens/maintenance-screen.tsx'), 'MaintenanceScreen')
const PanelDockScreen = lazyScreen(() => import('./screens/panel/panel-dock-screen.tsx'), 'PanelDockScreen')
const StudioScreen = lazyScreen(() => import('./screens/creator/studio-screen.tsx'), 'StudioScreen')
const PanelInviteScreen = lazyScreen(
  () => import('./screens/panel/panel-invite-screen.tsx'),
  'PanelInviteScreen',
)

export const privateRoutes = createRoutesFromElements(
  <>
    <Route path="/maintenance" element={<MaintenanceScreen />} />
    <Route element={<ProtectedLayout />}>
      <Route path="control-panel" element={<PanelDockScreen />} />
      <Route path="dashboard/studio" element={<StudioScreen />} />
    </Route>
    <Route element={<SiteLayout />}>
      <Route path="account" element={<LogInScreen />} />
      <Route path="account/login/:email?" element={<LogInScreen />} />
      {signUpRoutes}
      {authenticationRoutes}
      <Route element={<ProtectedLayout />}>
        {dashboardRoutes}
        <Route path="control-panel/invite" element={<PanelInviteScreen />} />
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Route>
  </>,
)

export const { App, loadScreensHere } = createApp(privateRoutes)
