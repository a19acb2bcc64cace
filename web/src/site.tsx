import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHealthGate } from './lib/health.ts'
import { lazyScreen, loadScreen } from './lib/lazy-screen.ts'
import { setNavigator } from './lib/navigation.ts'
import { LoadingScreen } from './ui/loading-screen.tsx'

const LandingScreen = lazyScreen(() => import('./screens/landing-screen.tsx').then((s) => s.LandingScreen))
const App = lazyScreen(async () => {
  const { App: Loaded, loadScreensAt } = await import('./app.tsx')
  await loadScreensAt(window.location.pathname)
  return Loaded
})

/** Loads the code of all that stands at an address; what could not be loaded is asked for again when it is drawn. */
export async function loadSite(pathname: string): Promise<void> {
  await loadScreen(pathname === '/' ? <LandingScreen /> : <App />).catch(() => undefined)
}

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
