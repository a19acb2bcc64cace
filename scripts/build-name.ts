/** Names the build of the overlay pages, so that an open page can tell whether its server has another one. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const length = 12

/**
 * A Vite plugin that writes the hash of all pages' HTML into the attribute `data-build` of each. The HTML names the pages' files, and
 * those names are hashes of the contents, so the hash changes with any of them.
 */
export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    enforce: 'post', // must run after the build has made the pages, with the names of the files
    generateBundle(_, bundle) {
      const pages = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.html') ? file : [],
      )
      const html = pages.map(({ source }) => String(source)).toSorted()
      const name = createHash('sha256').update(html.join('')).digest('hex').slice(0, length)
      for (const page of pages)
        page.source = String(page.source).replace('<html', `<html data-build="${name}"`)
    },
  }
}
