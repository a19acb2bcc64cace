/** Reads which build of the alert page this server serves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the name that `scripts/build-name.ts` has written into the page; undefined in development, where nothing is built. */
export function readOverlayBuild(publicDir: string | undefined): string | undefined {
  if (!publicDir) return undefined
  const page = readFileSync(join(publicDir, 'overlay/streamalerts.html'), 'utf8')
  return /<html data-build="(\w+)"/.exec(page)?.[1]
}
