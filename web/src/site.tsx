import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHealthGate } from './lib/health.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import { setNavigator } from './lib/navigation.ts'
import { LoadingScreen } from './ui/loading-screen.tsx'

const LandingScreen = lazyScreen(() => import('./screens/landing-screen.tsx').then((s) => s.LandingScreen))
const App = lazyScreen(async () => {
  const { App: Loaded, loadScreensAt } = await import('./app.tsx')
  await loadScreensAt(window.location.pathname)
  return Loaded
})

/** Everything: the landing page, which carries no more than it shows, or the app with every other route. */
export function Site() {
  const { pathname } = useLocation()
  useNavigatorBridge()
  useHealthGate()
  return <Suspense fallback={<LoadingScreen />}>{pathname === '/' ? <LandingScreen /> : <App />}</Suspense>
}

/** Gives the router to code outside of React, as the rule for an expired session. */
function useNavigatorBridge(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, state) => void navigate(path, { state })), [navigate])
}
