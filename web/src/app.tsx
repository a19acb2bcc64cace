import { lazy, Suspense, useEffect } from 'react'
import type { ComponentType } from 'react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { Toaster } from './features/toasts/toaster.tsx'
import { useHealthGate } from './lib/health.ts'
import { setNavigator } from './lib/navigation.ts'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { ProtectedLayout } from './screens/protected-layout.tsx'
import { SiteLayout } from './screens/site-layout.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'

const LogInScreen = screen(() => import('./screens/log-in-screen.tsx').then((s) => s.LogInScreen))
const SignUpScreen = screen(() => import('./screens/sign-up-screen.tsx').then((s) => s.SignUpScreen))
const DashboardScreen = screen(() => import('./screens/dashboard-screen.tsx').then((s) => s.DashboardScreen))
const MaintenanceScreen = screen(() =>
  import('./screens/maintenance-screen.tsx').then((s) => s.MaintenanceScreen),
)

/** Every route of the site; a screen's code is loaded when it is opened. */
export function App() {
  useNavigatorBridge()
  useHealthGate()
  return (
    <>
      <Routes>
        <Route
          path="/maintenance"
          element={
            <Suspense fallback={<LoadingScreen />}>
              <MaintenanceScreen />
            </Suspense>
          }
        />
        <Route element={<SiteLayout />}>
          <Route path="account" element={<LogInScreen />} />
          <Route path="account/login/:email?" element={<LogInScreen />} />
          <Route path="signup/*" element={<SignUpScreen />} />
          <Route element={<ProtectedLayout />}>
            <Route path="dashboard" element={<DashboardScreen />} />
          </Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Routes>
      <Toaster />
    </>
  )
}

function screen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

/** Gives the router to code outside of React, as the rule for an expired session. */
function useNavigatorBridge(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, state) => void navigate(path, { state })), [navigate])
}
