/** Prerenders the content of the HTML documents. `build/vite.config.ts` runs this during the build. */
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { locales } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'
import { overwriteGetLocale } from '../../i18n/compiled/runtime.js'
import offline from './offline.html?raw'
import { Site } from './site.tsx'
import { LoadingScreen } from './ui/loading-screen.tsx'

/** The landing page's HTML in each language, with a placeholder for the site's host. */
export const landings = await drawAll(
  <StrictMode>
    <StaticRouter location="/">
      <Site />
    </StaticRouter>
  </StrictMode>,
)

/** The loading screen in `#root` of every other document. */
export const loadings = await drawAll(<LoadingScreen />)

/** What a page that only scripts can render says without them; the page after a payment is one. */
export const noScripts = inEach(writeNoScript)

function writeNoScript(locale: Locale): string {
  return `<noscript><p class="mx-auto max-w-lg px-4 py-16 text-center text-lg">${m.no_script({}, { locale })}</p></noscript>`
}

/** The page that the service worker shows without a connection. */
export const offlinePages = inEach(writeOffline)

function writeOffline(locale: Locale): string {
  return offline
    .replace('%LANG%', locale)
    .replaceAll('%TITLE%', m.offline_title({}, { locale }))
    .replace('%TEXT%', m.offline_text({}, { locale }))
    .replace('%RETRY%', m.action_retry({}, { locale }))
}

function inEach<T>(write: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(locales.map((locale) => [locale, write(locale)])) as Record<Locale, T>
}

/** Renders the languages one after the other, because the current language is global. */
async function drawAll(page: ReactNode): Promise<Record<Locale, string>> {
  const drawn = new Map<Locale, string>()
  for (const locale of locales) drawn.set(locale, await draw(page, locale))
  return inEach((locale) => drawn.get(locale)!)
}

async function draw(page: ReactNode, locale: Locale): Promise<string> {
  overwriteGetLocale(() => locale)
  const { prelude } = await prerender(page, {
    onError(error) {
      throw error // so that the build fails and does not emit half a page
    },
  })
  return new Response(prelude).text()
}
