import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isPrivatePath } from '../../contract/pages/private-paths.ts'
import { maintenancePath, useHealthGate } from './lib/calls/health.ts'
import { lazyComponent, lazyScreen, loadScreen } from './lib/pages/lazy-screen.ts'
import { setNavigator } from './lib/navigation.ts'
import { readSolo } from './lib/pages/site-document.ts'
import { usePageChanges } from './lib/pages/page-changes.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'
import { PageFailed } from './ui/page-failed.tsx'

const LandingScreen = lazyScreen(() => import('./screens/landing/landing-screen.tsx'), 'LandingScreen')
const OtherDocument = lazyScreen(() => import('./screens/other-document.tsx'), 'OtherDocument')

/** Whether this document has the content policy of private pages; a document keeps its policy for all pages that are opened in it. */
const isPrivateDocument = typeof window !== 'undefined' && isPrivatePath(window.location.pathname)

const App = lazyComponent(async () => {
  const { App: Loaded, loadScreensHere } = await (isPrivateDocument
    ? import('./private-app.tsx')
    : import('./public-app.tsx'))
  await loadScreensHere()
  return Loaded
})

/** Loads the code of the screens on an address. A screen whose code cannot be loaded tries again when it is rendered. */
export async function loadSite(pathname: string): Promise<void> {
  await loadScreen(pageAt(pathname)).catch(() => undefined)
}

/** The whole site. The landing page is separate from the rest, to keep its code small. */
export function Site() {
  const { pathname } = useLocation()
  useNavigatorBridge()
  useHealthGate()
  usePageChanges()
  return (
    <ErrorBoundary resetKey={pathname} fallback={() => <PageFailed />}>
      <Suspense fallback={<LoadingScreen />}>{pageAt(pathname)}</Suspense>
    </ErrorBoundary>
  )
}

/** Returns whether a page needs a document with the other policy. The page about maintenance does not, because no server may be ready. */
function isOtherDocument(pathname: string): boolean {
  return isPrivatePath(pathname) !== isPrivateDocument && pathname !== maintenancePath
}

/** Returns the page at an address. In solo mode there is no landing page: the first address is that of the creator's page. */
function pageAt(pathname: string) {
  if (typeof window !== 'undefined' && isOtherDocument(pathname)) return <OtherDocument />
  return pathname === '/' && readSolo() === undefined ? <LandingScreen /> : <App />
}

/** Gives code outside React access to the router's navigation. */
function useNavigatorBridge(): void {
  const navigate = useNavigate()
  useEffect(() => setNavigator((path, state) => void navigate(path, { state })), [navigate])
}
