/** Draws the landing page while the site is built; `vite.config.ts` runs this and puts the outcome into `landing.html`. */
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { Site } from './site.tsx'

/** The landing page's HTML, for `#root`; `siteHost` has left its mark where the site's host goes. */
export const landingHtml = await draw()

async function draw(): Promise<string> {
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
