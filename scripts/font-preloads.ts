/** The fonts that every page loads first. */
import type { Plugin } from 'vite'

const files = [
  'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'figtree/files/figtree-latin-wght-normal.woff2',
]

/** Adds preload links for the fonts to a page in a folder of the project. */
export function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    transformIndexHtml: {
      order: 'pre', // runs before the build replaces the addresses by those of the copied files
      handler: () =>
        files.map((file) => {
          const href = `../node_modules/@fontsource-variable/${file}`
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href }
          return { tag: 'link', attrs, injectTo: 'head' }
        }),
    },
  }
}
