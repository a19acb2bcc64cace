/** Finds a script that runs as a process or thread of its own. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of one of our scripts, which is either beside the calling file (`callerUrl` is its URL) or beside the built
 * programs.
 */
export function findScript(callerUrl: string, name: string): string {
  const places = [`./${name}.mjs`, `./${name}.js`, `../${name}.js`]
  const found = places
    .map((place) => fileURLToPath(new URL(place, callerUrl)))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`${name} is missing: build the programs again`)
  return found
}
