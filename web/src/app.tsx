import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { Toaster } from './features/toasts/toaster.tsx'
import { useHealthGate } from './lib/health.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import { setNavigator } from './lib/navigation.ts'
import { authenticationRoutes } from './screens/authentication-routes.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { policyRoutes } from './screens/policy-routes.tsx'
import { ProtectedLayout } from './screens/protected-layout.tsx'
import { settingsRoutes } from './screens/settings-routes.tsx'
import { signUpRoutes } from './screens/sign-up-routes.tsx'
import { SiteLayout } from './screens/site-layout.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'

const LandingScreen = lazyScreen(() => import('./screens/landing-screen.tsx').then((s) => s.LandingScreen))
const LogInScreen = lazyScreen(() => import('./screens/log-in-screen.tsx').then((s) => s.LogInScreen))
const ExploreScreen = lazyScreen(() => import('./screens/explore-screen.tsx').then((s) => s.ExploreScreen))
const DashboardScreen = lazyScreen(() =>
  import('./screens/dashboard-screen.tsx').then((s) => s.DashboardScreen),
)
const NotificationScreen = lazyScreen(() =>
  import('./screens/notification-screen.tsx').then((s) => s.NotificationScreen),
)
const AccountSettingScreen = lazyScreen(() =>
  import('./screens/account-setting-screen.tsx').then((s) => s.AccountSettingScreen),
)
const MaintenanceScreen = lazyScreen(() =>
  import('./screens/maintenance-screen.tsx').then((s) => s.MaintenanceScreen),
)
const CreatorLayout = lazyScreen(() => import('./screens/creator-layout.tsx').then((s) => s.CreatorLayout))
const CurrentGoalsScreen = lazyScreen(() =>
  import('./screens/current-goals-screen.tsx').then((s) => s.CurrentGoalsScreen),
)
const GoalScreen = lazyScreen(() => import('./screens/goal-screen.tsx').then((s) => s.GoalScreen))
const FundGoalScreen = lazyScreen(() =>
  import('./screens/fund-goal-screen.tsx').then((s) => s.FundGoalScreen),
)
const TipsScreen = lazyScreen(() => import('./screens/tips-screen.tsx').then((s) => s.TipsScreen))

/** Every route of the site; a screen's code is loaded when it is opened. */
export function App() {
  useNavigatorBridge()
  useHealthGate()
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>
        <Routes>
          <Route path="/maintenance" element={<MaintenanceScreen />} />
          <Route element={<SiteLayout />}>
            <Route index element={<LandingScreen />} />
            <Route path="account" element={<LogInScreen />} />
            <Route path="account/login/:email?" element={<LogInScreen />} />
            {signUpRoutes}
            {policyRoutes}
            {authenticationRoutes}
            <Route path="explore" element={<ExploreScreen />} />
            <Route path="dashboard/explore" element={<ExploreScreen />} />
            <Route element={<ProtectedLayout />}>
              <Route path="dashboard" element={<DashboardScreen />} />
              <Route path="dashboard/notification" element={<NotificationScreen />} />
              <Route path="dashboard/account-setting" element={<AccountSettingScreen />} />
              {settingsRoutes}
            </Route>
            <Route path=":username" element={<CreatorLayout />}>
              <Route index element={<Navigate to="current-goals" replace />} />
              <Route path="current-goals" element={<CurrentGoalsScreen />} />
              <Route path="current-goals/:goaluuid" element={<GoalScreen />} />
              <Route path="fund-goal/:goaluuid" element={<FundGoalScreen />} />
              <Route path="tips" element={<TipsScreen />} />
            </Route>
            <Route path="*" element={<NotFoundScreen />} />
          </Route>
        </Routes>
      </Suspense>
      <Toaster />
    </>
  )
}

/** Gives the router to code outside of React, as the rule for an expired session. */
function useNavigatorBridge(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, state) => void navigate(path, { state })), [navigate])
}
