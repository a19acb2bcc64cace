/** Names the build of a page, so that an open page can tell whether its server has another one. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const length = 12

/**
 * A Vite plugin that writes into a page's `data-build` the hash of its HTML. That contains the names of the page's files, which are
 * hashes of what they contain and load.
 */
export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post', // the names of the files are in the page by then
      handler: (html) => {
        const name = createHash('sha256').update(html).digest('hex').slice(0, length)
        return html.replace('<html', `<html data-build="${name}"`)
      },
    },
  }
}
