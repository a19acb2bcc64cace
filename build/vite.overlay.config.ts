import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { buildName } from '../scripts/build-name.ts'
import { emojiFont } from '../scripts/emoji-font.ts'
import { fontPreloads } from '../scripts/font-preloads.ts'
import { htmlParts } from '../scripts/html-parts.ts'
import { precompress } from '../scripts/precompress.ts'

/** Matches what only draws alerts. Several chunks share it, and the first load of the pages has none of it. */
const stage =
  /overlay\/src\/(stage|alert-view|celebration|alert-texts|fit-alert|lettering|text-(?:motion|pieces)|alert-fonts|merge-(alerts|shows)|pictures|themes\/(load-)?theme)\.ts|contract\/(alerts\/alert-(looks|themes)|goals\/short-address)\.ts/

/** Matches what draws goals, on alerts and in widgets: no page needs it before it has something to show. */
const drawing = /overlay\/src\/(choose-goal|goal-bar|goal-progress|texts|preview-feed)\.ts/

/** Matches what is imported only at run-time, each by several. */
const lazy = /overlay\/src\/emoji\.ts/

/** Match what the scene shares with the page of alerts, and with that of widgets, which would load both if they were one chunk. */
const alerts = /overlay\/src\/(play-alerts|alert-queue|plain-view)\.ts/
const widgets = /overlay\/src\/(widget|widget-files)\.ts/

/** Matches what only the previews of the editor load: the schemas of its messages. A page on the stream trusts the server. */
const schemas =
  /node_modules\/zod\/|overlay\/src\/editor\.ts|contract\/(check-error|entities|locale|shown-name|sockets|text|alerts\/(alert|alert-seq|alert-preview|alert-style|lettering|scene|scene-preview|sounds|widget-preview)|money\/(currencies|money)|timer\/timer|show\/(?:counted-event|show-event))\.ts/

/**
 * Builds the pages for OBS and similar programs: `dist/public/overlay/*.html` and their files under `assets/`. The build is
 * separate from the site's, because chunks shared with the site would make an overlay load code that it does not need.
 */
export default defineConfig({
  plugins: [htmlParts(), fontPreloads(), emojiFont(), plainImports(), buildName(), precompress()],
  publicDir: false,
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false, // because the site's build is in the same folder, and a running server still serves old files
    target: 'chrome103', // the version of Chromium in OBS
    // Only documents name what is loaded ahead; scripts import without that (`plainImports`), so they would carry the names for nothing.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? [] : files),
    },
    assetsInlineLimit: 0, // because the content security policy forbids data: URLs
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['overlay/streamalerts.html', 'overlay/overlay.html', 'overlay/scene.html'],
      output: {
        assetFileNames: ({ originalFileNames }) =>
          `assets/${originalFileNames.some((name) => name.includes('noto-color-emoji')) ? 'emoji-' : ''}[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            {
              name: 'overlay',
              test: (id) => ![stage, schemas, drawing, lazy, alerts, widgets].some((part) => part.test(id)),
              minShareCount: 2,
              priority: 3,
            },
            { name: 'stage', test: stage, priority: 1 },
            { name: 'drawing', test: drawing, priority: 2 },
            { name: 'alerts', test: alerts, priority: 1 },
            { name: 'widgets', test: widgets, priority: 1 },
          ],
        },
      },
    },
  },
})

/**
 * Replaces the function that imports Vite's chunks at run-time. Vite's own preloads style sheets and imports, which our chunks do not have,
 * and would take a twentieth of the bytes that an overlay page may load.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
