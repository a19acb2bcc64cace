import '@fontsource-variable/bricolage-grotesque'
import '@fontsource-variable/figtree'
import './ui/tokens.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { applyTheme } from './lib/theme.ts'
import { readLocale } from './lib/locale.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { loadSite, Site } from './site.tsx'

applyTheme()
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
// Drawn once, when all of its code is here: a stand-in drawn by React first would be thrown away.
void loadSite(window.location.pathname).then(() => {
  // The landing page comes with its HTML (`prerender.tsx`); in every other document a stand-in waits to be replaced.
  if (root.dataset.drawn === undefined) startTransition(() => createRoot(root).render(site))
  else hydrateRoot(root, site)
  registerServiceWorker()
})
