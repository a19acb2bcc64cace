/** Decides how pages get their fonts: early. What is drawn before has the size of `web/src/ui/fallback-fonts.css`. */
import type { Plugin } from 'vite'

const files = [
  'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'figtree/files/figtree-latin-wght-normal.woff2',
]

/** A Vite plugin that adds preload links for the fonts to a page. */
export function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    transformIndexHtml: {
      order: 'pre', // must run before the build replaces the fonts' addresses by those of the copied files
      handler: () =>
        files.map((file) => {
          const href = `../node_modules/@fontsource-variable/${file}`
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href }
          return { tag: 'link', attrs, injectTo: 'head' }
        }),
    },
  }
}
