/** Prerenders the content of the HTML documents. `vite.config.ts` runs this during the build. */
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
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

/** These texts are not in the message catalogue, because only the build needs them. */
const offlineTexts = {
  en: {
    title: 'You’re offline',
    text: 'Tips on their way to you will still arrive. Check back when you’re online again.',
  },
  de: {
    title: 'Du bist offline',
    text: 'Trinkgelder, die unterwegs sind, kommen trotzdem an. Schau wieder vorbei, sobald du online bist.',
  },
}

const noScriptTexts = {
  en: 'This page needs JavaScript. Goals and tips work without it. If you have just paid, your tip arrives on its own.',
  de: 'Diese Seite braucht JavaScript. Ziele und Trinkgelder gehen auch ohne. Wenn du gerade bezahlt hast, kommt dein Trinkgeld von selbst an.',
}

/** What a page that only scripts can render says without them; the page after a payment is one. */
export const noScripts: Record<Locale, string> = { en: writeNoScript('en'), de: writeNoScript('de') }

function writeNoScript(locale: Locale): string {
  return `<noscript><p class="mx-auto max-w-lg px-4 py-16 text-center text-lg">${noScriptTexts[locale]}</p></noscript>`
}

/** The page that the service worker shows without a connection. */
export const offlinePages: Record<Locale, string> = { en: writeOffline('en'), de: writeOffline('de') }

function writeOffline(locale: Locale): string {
  const { title, text } = offlineTexts[locale]
  return offline
    .replace('%LANG%', locale)
    .replaceAll('%TITLE%', title)
    .replace('%TEXT%', text)
    .replace('%RETRY%', m.action_retry({}, { locale }))
}

/** Renders the languages one after the other, because the current language is global. */
async function drawAll(page: ReactNode): Promise<Record<Locale, string>> {
  return { en: await draw(page, 'en'), de: await draw(page, 'de') }
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
