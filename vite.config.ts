import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, runnerImport } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { locales } from './contract/locale.ts'
import type { Locale } from './contract/locale.ts'
import { appIcons } from './scripts/app-icons.ts'

/**
 * The site: `dist/public/web/index.html`, `landing.en.html` and its translations beside it, and their files under `assets/`; `vite.overlay.config.ts` puts the overlay pages beside
 * them. Old files stay until `scripts/` sweeps them, so that pages of a running server find theirs while a new build is written.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), landingPage(), appIcons()],
  publicDir: 'web/public',
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false,
    // What the site's features need in the browsers of fans.
    target: ['chrome103', 'edge105', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    cssCodeSplit: false, // the landing page stands before its code is here, and needs all of its styles
    assetsInlineLimit: 0, // a data: address would be refused by the security policy
    rolldownOptions: {
      input: 'web/index.html',
      // What every page needs comes in one file, which compresses better than five.
      output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } },
    },
  },
})

const noScript = /<noscript>.*?<\/noscript>/s
const emptyRoot = '<div id="root"></div>'

/** Writes `landing.en.html` and its translations, drawn as a browser would draw them, and tells each document which code it will want next. */
function landingPage(): Plugin {
  return {
    name: 'landing-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const document = bundle['web/index.html']
      if (document?.type !== 'asset') throw new Error('The build has no web/index.html')
      const html = String(document.source)
      const landings = await drawLandings()
      for (const locale of locales) {
        const drawn = `<div id="root">${landings[locale]}</div>`
        const landing = html.replace(emptyRoot, () => drawn).replace(noScript, '')
        this.emitFile({
          type: 'asset',
          fileName: `web/landing.${locale}.html`,
          source: withPreload(landing, bundle, 'web/src/screens/landing-screen.tsx'),
        })
      }
      document.source = withPreload(html, bundle, 'web/src/app.tsx')
    },
  }
}

/** Runs the page's own code here; its styles are in the document already. */
async function drawLandings(): Promise<Record<Locale, string>> {
  const noStyles: Plugin = {
    name: 'no-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
    load: (id) => (id === '\0no-styles' ? '' : undefined),
  }
  const { module } = await runnerImport<{ landings: Record<Locale, string> }>('/web/src/prerender.tsx', {
    configFile: false,
    plugins: [noStyles],
  })
  return module.landings
}

/** Asks for the chunk of a module, and for what it imports, together with the first script. */
function withPreload(html: string, bundle: Rolldown.OutputBundle, module: string): string {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`No chunk holds ${module}`)
  const links = [chunk.fileName, ...chunk.imports]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
