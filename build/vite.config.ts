import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { locales } from '../contract/locale.ts'
import type { Locale } from '../contract/locale.ts'
import { appIcons } from '../scripts/app-icons.ts'
import { listFirstLoad } from '../scripts/first-load.ts'
import { fontPreloads } from '../scripts/font-preloads.ts'
import { neededBy } from '../scripts/needed-modules.ts'
import { precompress } from '../scripts/precompress.ts'
import { withoutDescriptions } from '../scripts/without-descriptions.ts'
import { whenWritten } from '../scripts/when-written.ts'

const shared =
  /lucide|(contract|i18n|web\/src\/(lib|ui|parts))\/(?!.*(dialog|tooltip|icon-button|picture-picker|use-form|(form|account-fields|choice-card|card-skeleton)\.tsx|(sign-up|security|payout|google|profile|receipt)-calls|countries))/

const isNeeded = neededBy(
  /web\/src\/(main|public-app|screens\/(landing\/landing|pages\/(creator-layout|current-goals|completed-goals|goal|fund-goal|tips))(-screen)?)\.tsx$/,
)

/**
 * The chunks of the site: a few large files, because on a slow phone sixty small requests would take longer than a little unused
 * code. Each group is a file with the matching modules and everything that they import, except what an earlier group contains.
 * All other code is split by route.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'site', tags: ['$initial'] },
  // These two groups precede those below, because the landing page shares small modules with each of them and would otherwise load
  // them whole. The first has what other pages need, too.
  {
    name: ifNeeded('core'),
    debugName: 'core',
    test: /node_modules\/(lucide-react|clsx)\/|contract\/(money\/(currencies|service-fee)|payments\/provider-fees)|web\/src\/(ui\/(liquid|button|logo)\.|lib\/(format|payments\/format-ledger|pages\/(site-document|use-title)|use-in-view)|features\/(site-footer|site-header\/(header-frame|signed-out-header))|screens\/page-frame)|messages\/goal_of\./,
    minShareCount: 2,
  },
  { name: 'landing', test: /web\/src\/screens\/landing\/landing-screen/ },
  { name: 'base', test: /web\/src\/lib\/calls\/fetch-health/ },
  { name: 'app', test: /web\/src\/(public-app|lib\/calls\/use-call)\./ },
  {
    name: ifNeeded('common'),
    debugName: 'common',
    test: shared,
    minShareCount: 4,
  },
  {
    name: 'account',
    test: shared,
    minShareCount: 4,
  },
  { name: 'widgets', test: /web\/src\/ui\/(dialog|tooltip)\./, minShareCount: 2 },
  {
    name: 'supporter',
    test: /web\/src\/screens\/pages\/(creator-layout|(current|completed)-goals|goal-screen|fund-goal|tips)/,
  },
]

/** Returns the name of a group that contains only what the pages that supporters open first need. */
function ifNeeded(name: string): Rolldown.CodeSplittingNameFunction {
  return (id, modules) => (isNeeded(id, modules) ? name : null)
}

/**
 * Builds the site: its documents, such as `dist/public/web/landing.en.html`, and their files under `assets/`.
 * `build/vite.overlay.config.ts` adds the overlay pages. `scripts/build.mjs` deletes old files later, because a running server still
 * serves them.
 */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    withoutDescriptions(),
    fontPreloads(),
    documents(),
    appIcons(),
    precompress(),
  ],
  publicDir: 'web/public',
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false,
    // The oldest browser versions that the site supports.
    target: ['chrome103', 'edge105', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    // the prerendered landing page is shown before its code has loaded, so all of its styles must be in one file
    cssCodeSplit: false,
    assetsInlineLimit: 0, // because the content security policy forbids data: URLs
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: 'web/index.html',
      output: { codeSplitting: { groups } },
      treeshake: {
        manualPureFunctions: ['z', 'publicCall', 'signedInCall', 'creatorCall', 'adminCall', 'failsWith'],
      },
    },
  },
})

const noScript = /<noscript>.*?<\/noscript>/s
const emptyRoot = '<div id="root"></div>'

/** For each kind of document, the modules that it loads first. `server/pages/pages.ts` chooses the kind. */
const documentKinds = {
  landing: ['web/src/screens/landing/landing-screen.tsx'],
  supporter: ['web/src/public-app.tsx', 'web/src/screens/pages/creator-layout.tsx'],
  public: ['web/src/public-app.tsx'],
  private: ['web/src/private-app.tsx'],
}

/** It is watched as well, so that `npm run dev` renders the documents with the code that the browser has. */
const prerenderFile = resolve('dist/render/prerender.js')

/**
 * Returns a plugin that writes a document of each kind in each language, such as `landing.en.html`. The landing page is
 * prerendered; the others contain a loading screen until their code has loaded. The plugin also writes the offline page.
 */
function documents(): Plugin {
  return {
    name: 'documents',
    apply: whenWritten,
    enforce: 'post',
    buildStart() {
      this.addWatchFile(prerenderFile)
    },
    async generateBundle(_options, bundle) {
      const built = bundle['web/index.html']
      if (built?.type !== 'asset') throw new Error('The build has no web/index.html')
      delete bundle['web/index.html']
      const html = String(built.source)
      const { landings, loadings, offlinePages, noScripts } = await renderPages()
      for (const locale of locales) {
        const offline = locale === 'en' ? 'offline.html' : `offline.${locale}.html`
        this.emitFile({ type: 'asset', fileName: offline, source: offlinePages[locale] })
        for (const [kind, modules] of Object.entries(documentKinds)) {
          const drawn =
            kind === 'landing'
              ? html
                  .replace(
                    emptyRoot,
                    () => `<!--page--><div id="root" data-drawn>${landings[locale]}</div><!--/page-->`,
                  )
                  .replace(noScript, '')
              : html.replace(
                  emptyRoot,
                  () => `<!--page--><div id="root">${loadings[locale]}</div><!--/page-->`,
                )
          const text = drawn.replace(noScript, noScripts[locale])
          const source = withPreload(text, bundle, modules)
          this.emitFile({ type: 'asset', fileName: `web/${kind}.${locale}.html`, source })
        }
      }
    },
  }
}

interface RenderedPages {
  landings: Record<Locale, string>
  loadings: Record<Locale, string>
  offlinePages: Record<Locale, string>
  noScripts: Record<Locale, string>
}

/** Renders the pages by running what `build/vite.render.config.ts` has built of their code. */
async function renderPages(): Promise<RenderedPages> {
  const { mtimeMs } = statSync(prerenderFile)
  return import(`${pathToFileURL(prerenderFile).href}?${mtimeMs}`) as Promise<RenderedPages>
}

/** Adds preload links for the chunks that contain the modules, and for all chunks that those import. */
function withPreload(html: string, bundle: Rolldown.OutputBundle, modules: string[]): string {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const links = listFirstLoad(chunks, modules)
    .map(({ fileName }) => fileName)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
