// @ts-check
/** What every launcher has in common: its folder, its preparation and its error messages. */
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { StoppedError, explain } from './console.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * Runs a launcher in the folder of Brimful, wherever it was called from. An error is printed and ends the process with exit
 * code 1; a stop request is no error.
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

/** Installs the packages and builds everything, each only when it is missing or outdated. */
export async function prepare() {
  await ensureInstalled()
  await ensureBuilt()
}
