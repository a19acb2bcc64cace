/** Says in production that the Node which runs this gets no repairs any more. */
import type { Logger } from 'pino'

/** The major versions that may run the product and have ended, and when. https://github.com/nodejs/release#end-of-life-releases */
const ended = new Map([
  [20, 'April 2026'],
  [21, 'June 2024'],
  [23, 'June 2025'],
  [25, 'June 2026'],
])

/** Returns a sentence for a version of Node that has ended; undefined for any other one, and outside production. */
export function findOldNode(isProduction: boolean, version = process.versions.node): string | undefined {
  const major = Number.parseInt(version)
  const since = ended.get(major)
  return isProduction && since
    ? `This is Node ${major}, which has had no repairs of its security since ${since}: install Node 24.`
    : undefined
}

/** Logs that sentence as a warning. Called once at the start of each process. */
export function warnOfOldNode({ isProduction }: { isProduction: boolean }, log: Logger): void {
  const sentence = findOldNode(isProduction)
  if (sentence) log.warn(sentence)
}
