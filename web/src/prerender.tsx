/** Draws the landing page while the site is built; `vite.config.ts` runs this and puts the outcome into the landing documents. */
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { Locale } from '../../contract/locale.ts'
import { overwriteGetLocale } from '../../i18n/compiled/runtime.js'
import { Site } from './site.tsx'

/** The landing page's HTML in each language, for `#root`; `siteHost` has left its mark where the site's host goes. */
export const landings = await drawAll()

/** One after the other: the language is the whole module's. */
async function drawAll(): Promise<Record<Locale, string>> {
  return { en: await draw('en'), de: await draw('de') }
}

async function draw(locale: Locale): Promise<string> {
  overwriteGetLocale(() => locale)
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location="/">
        <Site />
      </StaticRouter>
    </StrictMode>,
    {
      onError(error) {
        throw error // a page that is drawn by half is no page
      },
    },
  )
  return new Response(prelude).text()
}
