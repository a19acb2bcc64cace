// @ts-check
/** The parts that all launchers share: the working folder, the preparation and the error messages. */
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { StoppedError, explain } from './console.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * Runs a launcher in the repository's folder, no matter where it was called from. An error is printed and ends the process with
 * exit code 1; a stop request is not an error.
 * @param {() => Promise<void>} main
 */
export async function launch(main) {
  try {
    process.chdir(fileURLToPath(new URL('..', import.meta.url)))
    await main()
  } catch (error) {
    if (error instanceof StoppedError) return
    console.error(explain(error))
    process.exit(1)
  }
}

/**
 * Installs the packages and builds everything, each only if it is missing or outdated: `forTests` with what tests and development need,
 * `isLocal` without what only other machines need.
 * @param {{ forTests?: boolean, isLocal?: boolean }} [purpose]
 */
export async function prepare({ forTests, isLocal } = {}) {
  await ensureInstalled({ forTests })
  await ensureBuilt({ isLocal })
}
