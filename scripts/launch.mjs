// @ts-check
/** What every launcher does first: packages, then builds, each only when it is missing or old. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureDeps } from './install.mjs'
import { StoppedError, explain } from './console.mjs'

/** Makes ready what `npm start` runs, in the folder of Brimful, from wherever it was called. */
export async function boot() {
  goHome()
  await ensureDeps()
  await ensureBuilt()
}

/** All paths of Brimful are from its own folder. */
export function goHome() {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
}

/**
 * Runs a launcher. Its failure is said in one sentence; being asked to stop is none.
 * @param {() => Promise<void>} main
 */
export async function launch(main) {
  try {
    await main()
  } catch (error) {
    if (error instanceof StoppedError) return
    console.error(explain(error))
    process.exit(1)
  }
}
