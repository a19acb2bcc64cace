/** Draws what stands in the documents while the site is built; `vite.config.ts` runs this. */
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { Locale } from '../../contract/locale.ts'
import { overwriteGetLocale } from '../../i18n/compiled/runtime.js'
import { Site } from './site.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'

/** The landing page's HTML in each language, for `#root`; `siteHost` has left its mark where the site's host goes. */
export const landings = await drawAll(
  <StrictMode>
    <StaticRouter location="/">
      <Site />
    </StaticRouter>
  </StrictMode>,
)

/** What stands in `#root` of every other document until its code is here. */
export const loadings = await drawAll(<LoadingScreen />)

/** One after the other: the language is the whole module's. */
async function drawAll(page: ReactNode): Promise<Record<Locale, string>> {
  return { en: await draw(page, 'en'), de: await draw(page, 'de') }
}

async function draw(page: ReactNode, locale: Locale): Promise<string> {
  overwriteGetLocale(() => locale)
  const { prelude } = await prerender(page, {
    onError(error) {
      throw error // a page that is drawn by half is no page
    },
  })
  return new Response(prelude).text()
}
