import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, runnerImport } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { locales } from './contract/locale.ts'
import type { Locale } from './contract/locale.ts'
import { appIcons } from './scripts/app-icons.ts'

/**
 * Few files of a good size: some sixty small ones cost a slow phone more time than their code. A file that a group names
 * holds its modules and all that they import, but for what an earlier group has. Everything else is split by route.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'site', tags: ['$initial'] },
  // Shares little things with everything, and would else load what they were put beside.
  { name: 'landing', test: /web\/src\/screens\/landing-screen/ },
  { name: 'base', test: /web\/src\/lib\/fetch-health/ },
  { name: 'app', test: /web\/src\/(app|lib\/use-call)\./ },
  {
    name: 'common',
    test: /lucide|(contract|i18n|web\/src\/(lib|ui))\/(?!.*(dialog|tabs|tooltip|icon-button|switch-row|picture-picker))/,
    minShareCount: 4,
  },
  { name: 'widgets', test: /web\/src\/ui\/(dialog|tabs|tooltip|switch-row)\./ },
  {
    name: 'supporter',
    test: /web\/src\/screens\/(explore|creator-layout|(current|completed)-goals|goal-screen|fund-goal|tips|supporter-screen)/,
  },
]

/**
 * The site: its documents, `dist/public/web/landing.en.html` and so on, and their files under `assets/`; `vite.overlay.config.ts` puts the overlay pages beside
 * them. Old files stay until `scripts/` sweeps them, so that pages of a running server find theirs while a new build is written.
 */
export default defineConfig({
  plugins: [react(), tailwindcss(), documents(), appIcons()],
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
      output: { codeSplitting: { groups } },
      treeshake: { manualPureFunctions: ['z', 'defineCall', 'failsWith'] },
    },
  },
})

const noScript = /<noscript>.*?<\/noscript>/s
const emptyRoot = '<div id="root"></div>'

/** The code that each kind of document will want next; `server/http/pages.ts` chooses among them. */
const documentKinds = {
  landing: ['web/src/screens/landing-screen.tsx'],
  supporter: ['web/src/app.tsx', 'web/src/screens/creator-layout.tsx'],
  app: ['web/src/app.tsx'],
}

/**
 * Writes a document of each kind in each language, `landing.en.html`: the landing page drawn as a browser would draw it,
 * the others with what stands in until their code is here.
 */
function documents(): Plugin {
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const built = bundle['web/index.html']
      if (built?.type !== 'asset') throw new Error('The build has no web/index.html')
      delete bundle['web/index.html']
      const html = String(built.source)
      const { landings, loadings } = await draw()
      for (const locale of locales) {
        for (const [kind, modules] of Object.entries(documentKinds)) {
          const drawn =
            kind === 'landing'
              ? html
                  .replace(emptyRoot, () => `<div id="root" data-drawn>${landings[locale]}</div>`)
                  .replace(noScript, '')
              : html.replace(emptyRoot, () => `<div id="root">${loadings[locale]}</div>`)
          const source = withPreload(drawn, bundle, modules)
          this.emitFile({ type: 'asset', fileName: `web/${kind}.${locale}.html`, source })
        }
      }
    },
  }
}

interface Drawings {
  landings: Record<Locale, string>
  loadings: Record<Locale, string>
}

/** Runs the page's own code here; its styles are in the document already. */
async function draw(): Promise<Drawings> {
  const noStyles: Plugin = {
    name: 'no-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
    load: (id) => (id === '\0no-styles' ? '' : undefined),
  }
  const { module } = await runnerImport<Drawings>('/web/src/prerender.tsx', {
    configFile: false,
    plugins: [noStyles],
  })
  return module
}

/** Asks for the chunks of the modules, and for all that they import, together with the first script. */
function withPreload(html: string, bundle: Rolldown.OutputBundle, modules: string[]): string {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const wanted = new Set<string>()
  const want = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || wanted.has(chunk.fileName)) return
    wanted.add(chunk.fileName)
    for (const file of chunk.imports) want(chunks.find(({ fileName }) => fileName === file))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`No chunk holds ${module}`)
    want(chunk)
  }
  const links = [...wanted]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
