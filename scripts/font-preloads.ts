/** Decides how pages get their fonts: early, and without moving what is read already. */
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

/**
 * A Vite plugin that lets a page keep the font with which it was first drawn. A font that replaced another later would move the page
 * under the visitor's finger. With the preload, browsers wait a tenth of a second for the font: https://web.dev/articles/preload-optional-fonts
 */
export function optionalFonts(): Plugin {
  return {
    name: 'optional-fonts',
    enforce: 'pre', // must run before Vite reads the style sheets
    transform: {
      filter: { id: /@fontsource-variable\/.*\.css$/ },
      handler: (styles) => styles.replaceAll('font-display: swap', 'font-display: optional'),
    },
  }
}
