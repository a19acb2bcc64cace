// @ts-check
/** Prints the messages of the launchers. */

/** Thrown for a problem that the user can solve. Its message is one sentence, which is printed without a stack trace. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError'
}

/** Thrown when the process receives a stop request while it prepares to start. */
export class StoppedError extends Error {
  /** @override */
  name = 'StoppedError'
}

/** Prints a line about the current step. @param {string} line */
export function print(line) {
  console.log(`› ${line}`)
}

/**
 * Prints what is being done, then how long it took.
 * @template T
 * @param {string} line
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function printProgress(line, work) {
  const startedAt = Date.now()
  print(`${line}…`)
  const result = await work()
  print(`${line}: done in ${secondsSince(startedAt)}`)
  return result
}

/** Returns the time since `startedAt` as `1.2 s`. @param {number} startedAt */
export function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
}

/** Returns one sentence for an error that the user can solve, or the stack of any other error. @param {unknown} error */
export function explain(error) {
  const { code, path, name, message, stack } = /** @type {NodeJS.ErrnoException} */ (error)
  if (name === 'SetupError') return message
  return explainSystem(code, path) ?? stack ?? String(error)
}

/**
 * Returns a sentence for an error code of the operating system; undefined if the user cannot solve it.
 * @param {string | undefined} code
 * @param {string} [path]
 */
export function explainSystem(code, path = 'The folder of Brimful') {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: free about 1 GB and start again.'
  if (code === 'EROFS') return `${path} is on a read-only disk: move Brimful to a writable one.`
  if (code === 'EACCES' || code === 'EPERM')
    return `This account may not write to ${path}: change its owner or start as another account.`
  return undefined
}
