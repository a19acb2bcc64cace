import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHealthGate } from './lib/calls/health.ts'
import { lazyComponent, lazyScreen, loadScreen } from './lib/pages/lazy-screen.ts'
import { setNavigator } from './lib/navigation.ts'
import { readSolo } from './lib/pages/site-document.ts'
import { usePageChanges } from './lib/pages/page-changes.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'
import { PageFailed } from './ui/page-failed.tsx'

const LandingScreen = lazyScreen(() => import('./screens/landing/landing-screen.tsx'), 'LandingScreen')
const App = lazyComponent(async () => {
  const { App: Loaded, loadScreensHere } = await import('./app.tsx')
  await loadScreensHere()
  return Loaded
})

/** Loads the code of the screens on an address. A screen whose code cannot be loaded tries again when it is rendered. */
export async function loadSite(pathname: string): Promise<void> {
  await loadScreen(isLanding(pathname) ? <LandingScreen /> : <App />).catch(() => undefined)
}

/** The whole site. The landing page is separate from the rest, to keep its code small. */
export function Site() {
  const { pathname } = useLocation()
  useNavigatorBridge()
  useHealthGate()
  usePageChanges()
  return (
    <ErrorBoundary resetKey={pathname} fallback={() => <PageFailed />}>
      <Suspense fallback={<LoadingScreen />}>{isLanding(pathname) ? <LandingScreen /> : <App />}</Suspense>
    </ErrorBoundary>
  )
}

/** Returns whether an address is the landing page. In solo mode there is none: the address is that of the creator's page. */
function isLanding(pathname: string): boolean {
  return pathname === '/' && readSolo() === undefined
}

/** Gives code outside React access to the router's navigation. */
function useNavigatorBridge(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, state) => void navigate(path, { state })), [navigate])
}
