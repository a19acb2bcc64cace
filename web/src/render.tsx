/** Renders a page on the server. `build/vite.render.config.ts` builds this module with everything that it imports. */
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { Locale } from '../../contract/locale.ts'
import { overwriteGetLocale } from '../../i18n/compiled/runtime.js'
import { loadScreensAt, prefetchAt } from './public-app.tsx'
import { shortenCreators } from './features/explore/use-creator-lists.ts'
import { answerCalls } from './lib/calls/fetch-call.ts'
import { beginRendering, packPage } from './lib/page-data.ts'
import { PageQueryClient, queryOptions } from './lib/calls/query-client.ts'
import { setSiteDocument } from './lib/pages/site-document.ts'
import type { SiteSettings } from './lib/pages/site-document.ts'
import { Site, loadSite } from './site.tsx'

/** What the server gives the site to render its pages with. */
export interface RenderSetup {
  settings: SiteSettings
  /** Returns the JSON response of a GET call that anybody may make; rejects where the API would respond with an error. */
  answer: (path: string, query: unknown) => Promise<unknown>
}

/** A page as HTML for its document, and the data that the browser renders the same page from again, as JSON. */
export interface RenderedPage {
  html: string
  data: string
}

/** Sets up the site for this process. */
export function setUpSite({ settings, answer }: RenderSetup): void {
  setSiteDocument(settings)
  answerCalls(async ({ path }, { query }) => answer(path, query))
}

/**
 * Renders the page at an address for a visitor. Rejects if its data cannot be read: then the browser has to render it. The markup
 * is made in one go, not streamed: the status depends on the data, a page is small, and what streams in later would need an inline
 * script to be put in place, which the content security policy forbids
 * (https://react.dev/reference/react-dom/server/renderToString).
 */
export async function renderPage(pathname: string, search: string, locale: Locale): Promise<RenderedPage> {
  const client = new QueryClient(queryOptions)
  await Promise.all([loadSite(pathname), loadScreensAt(pathname), prefetchAt(pathname, search, client)])
  const failed = client
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.status === 'error')
  if (failed) throw failed.state.error ?? new Error('The data of the page could not be read')
  // Nothing is awaited from here on, because the language and the time of the page are global.
  overwriteGetLocale(() => locale)
  beginRendering()
  const html = renderToString(
    <StrictMode>
      <PageQueryClient value={client}>
        <StaticRouter location={pathname + search}>
          <Site />
        </StaticRouter>
      </PageQueryClient>
    </StrictMode>,
  )
  shortenCreators(search, client)
  return { html: html.replace(hoistedPreloads, ''), data: packPage(client) }
}

/** The preloads of images that React puts before the page; the document has those that matter. */
const hoistedPreloads = /^(?:<link rel="preload"[^>]*>)+/
