/** Names the build of a page, so that an open page can tell whether its server has another one. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const length = 12

/**
 * A Vite plugin that writes the hash of a page's HTML into its attribute `data-build`. The HTML names the page's files, and those
 * names are hashes of the contents, so the hash changes with any of them.
 */
export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post', // must run after the build has written the names of the files into the page
      handler: (html) => {
        const name = createHash('sha256').update(html).digest('hex').slice(0, length)
        return html.replace('<html', `<html data-build="${name}"`)
      },
    },
  }
}
