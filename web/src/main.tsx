import '@fontsource-variable/bricolage-grotesque'
import '@fontsource-variable/figtree'
import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { applyTheme } from './lib/theme.ts'
import { readLocale } from './lib/locale.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { Site } from './site.tsx'

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
// The landing page comes with its HTML (`prerender.tsx`); every other page is drawn here.
if (root.hasChildNodes()) hydrateRoot(root, site)
else createRoot(root).render(site)
registerServiceWorker()
