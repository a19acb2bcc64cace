/** Finds the pages that `npm run build` has made. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the folder of the built pages; undefined if this runs from source and nothing is built. A built program is in `dist/node`, or in
 * `dist/node/parts` if programs share this code. Throws if one has no pages beside it: it would answer everything with 404.
 */
export function findPublicDir(ownUrl = import.meta.url): string | undefined {
  const isSource = ownUrl.endsWith('.ts')
  const places = isSource ? ['../dist/public/'] : ['../public/', '../../public/']
  const found = places.map((place) => fileURLToPath(new URL(place, ownUrl))).find((path) => existsSync(path))
  if (!found && !isSource) throw new Error('The pages are missing: build them again')
  return found
}
