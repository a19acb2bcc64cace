/** Imitates the pages of a build, for tests that mount the whole application. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes the pages, each with its own title, to a folder that is removed when the tests end. */
export async function buildPages() {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-pages-'))
  const pages = {
    'web/public.en': 'web',
    'web/private.en': 'web',
    'web/supporter.en': 'web',
    'overlay/streamalerts': 'alerts',
    'overlay/overlay': 'widgets',
    'overlay/scene': 'scene',
  }
  for (const [name, marker] of Object.entries(pages)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, `${name}.html`), `<title>${marker}</title>`)
  }
  return {
    folder,
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  }
}
