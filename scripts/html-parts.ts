/** Puts parts into the overlay pages that several of them have. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A Vite plugin that replaces `<!-- part: NAME -->` in a page by the file `parts/NAME.html` beside it. */
export function htmlParts(): Plugin {
  return {
    name: 'html-parts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) =>
        html.replace(/<!-- part: ([\w-]+) -->/g, (_, name: string) =>
          readFileSync(join(dirname(filename), 'parts', `${name}.html`), 'utf8').trimEnd(),
        ),
    },
  }
}
