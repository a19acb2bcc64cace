import '@fontsource-variable/bricolage-grotesque'
import '@fontsource-variable/figtree'
import './ui/tokens.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { applyTheme } from './lib/theme.ts'
import { listenBeforeRouter } from './lib/navigation.ts'
import { readLocale } from './lib/locale.ts'
import { Site, loadSite } from './site.tsx'

applyTheme()
listenBeforeRouter()
readLocale()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const site = (
  <StrictMode>
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  </StrictMode>
)
// The site is rendered once all its code is loaded, because React would otherwise render a skeleton and replace it at once.
void loadSite(window.location.pathname).then(() => {
  // React takes over a page that the build (`prerender.tsx`) or the server (`render.tsx`) has rendered. Every other document contains
  // a loading screen, which React replaces. In a transition, React lets the visitor's input pass between its steps.
  startTransition(() => {
    if (root.dataset.drawn === undefined) createRoot(root).render(site)
    else hydrateRoot(root, site)
  })
  import('./lib/pages/after-first-paint.ts').catch(() => undefined) // the page works without it
})
