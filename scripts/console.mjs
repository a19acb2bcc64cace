// @ts-check
/** What a launcher tells the person who waits for it. */

/** What stands in the way, in one sentence that can be acted on: printed without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError'
}

/** The person, or whatever watches over us, asked us to stop before there was anything to run. */
export class StoppedError extends Error {
  /** @override */
  name = 'StoppedError'
}

/** Says what is being done. @param {string} line */
export function say(line) {
  console.log(`› ${line}`)
}

/**
 * Says what is being done, then how long it took.
 * @template T
 * @param {string} line
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(line, work) {
  const began = Date.now()
  say(`${line}…`)
  const result = await work()
  say(`${line}: done in ${seconds(began)}`)
  return result
}

/** The time since `began`, as `1.2 s`. @param {number} began */
export function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

/** One sentence for a failure that a person can mend; the stack for one that is a bug. @param {unknown} error */
export function explain(error) {
  const { code, path, name, message, stack } = /** @type {NodeJS.ErrnoException} */ (error)
  if (name === 'SetupError') return message
  return explainSystem(code, path) ?? stack ?? String(error)
}

/**
 * The sentence for a code of the operating system, if it is one that a person can mend.
 * @param {string | undefined} code
 * @param {string} [path]
 */
export function explainSystem(code, path = 'The folder of Brimful') {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: free about 1 GB and start again.'
  if (code === 'EROFS') return `${path} is on a read-only disk: move Brimful to one that can be written.`
  if (code === 'EACCES' || code === 'EPERM')
    return `${path} may not be written by this account: change its owner or start as another.`
  return undefined
}
