import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import { matchRoutes, useLocation, useRoutes } from 'react-router-dom'
import type { RouteMatch, RouteObject } from 'react-router-dom'
import { isPlatformPath } from '../../contract/pages/platform-paths.ts'
import { memoize } from '../../contract/memoize.ts'
import { prefetchCreatorPage } from './features/creator/prefetch-creator.ts'
import { prefetchCreators } from './features/explore/use-creator-lists.ts'
import { ConfirmationDialog } from './features/confirmation/confirmation-dialog.tsx'
import { DiscardDialog } from './features/discard/discard-dialog.tsx'
import { Toaster } from './features/toasts/toaster.tsx'
import { loadScreen } from './lib/pages/lazy-screen.ts'
import { readSolo } from './lib/pages/site-document.ts'
import { unpackPage } from './lib/page-data.ts'
import { PageQueryClient, queryClient } from './lib/calls/query-client.ts'
import { creatorPath } from './screens/pages/creator-routes.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'

const maxKept = 100

/** An address at which there is no page. */
const nowhere = '/-/-/-'

/**
 * Returns the site with these routes, which are all of it but the landing page and what needs a document with another policy
 * (docs/decisions/0070-content-policies.md).
 */
export function createApp(routes: RouteObject[]) {
  /**
   * Returns the routes at an address, the outermost first. It keeps those of the last addresses: React Router compiles the pattern of
   * every route each time it looks for a match, and the server renders the same pages again and again.
   */
  const matchesAt = memoize((pathname): RouteMatch[] => matchRoutes(routes, pageAt(pathname)) ?? [], maxKept)

  /** Returns the routes reduced to those at an address, which gives the same page. */
  function branchAt(pathname: string): RouteObject[] {
    return matchesAt(pathname).reduceRight<RouteObject[]>(
      (children, { route }) => [route.index ? route : { ...route, children }],
      [],
    )
  }

  function App() {
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

  /** Loads the code of all screens at an address in parallel (layouts and page), because each would show its own skeleton. */
  async function loadScreensAt(pathname: string): Promise<void> {
    await Promise.allSettled(matchesAt(pathname).map(({ route }) => loadScreen(route.element)))
  }

  /** Loads the data that a page shows first into a cache. A failed call does not reject: the page makes it again. */
  async function prefetchAt(pathname: string, search: string, client: QueryClient): Promise<void> {
    const matches = matchesAt(pathname)
    const creator = matches.find(({ route }) => route.path === creatorPath)?.params.username
    const isExplore = matches.some(({ route }) => route.path?.endsWith('explore'))
    await Promise.all([
      creator && prefetchCreatorPage(creator.toLowerCase(), client),
      isExplore && prefetchCreators(search, client),
    ])
  }

  /**
   * Loads the code of all screens at the browser's address, and meanwhile prefetches their data, unless the document has it. On the
   * server, which has no address of its own, it does nothing.
   */
  async function loadScreensHere(): Promise<void> {
    if (typeof window === 'undefined') return
    const { pathname, search } = window.location
    unpackPage(queryClient)
    void prefetchAt(pathname, search, queryClient)
    await loadScreensAt(pathname)
  }
  return { App, loadScreensAt, prefetchAt, loadScreensHere }
}

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
