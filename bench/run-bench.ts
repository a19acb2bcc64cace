/** Runs a benchmark and ends everything that it has started. */
import { onStopRequest } from '../scripts/lifecycle.ts'
import { cleanUp } from './cleanup.ts'

/** Runs `work`, cleans up and exits: with code 0, with 1 after an error, or with 130 after a stop request. */
export function runBench(work: () => Promise<void>): void {
  let isEnding = false

  function end(code: number, error?: unknown): void {
    if (isEnding) return // stopping the servers causes further errors, which are ignored
    isEnding = true
    if (error !== undefined) console.error(error)
    void cleanUp().finally(() => process.exit(code))
  }

  onStopRequest(() => end(130))
  process.on('uncaughtException', (error) => end(1, error)) // Node raises this event for unhandled rejections as well
  work().then(
    () => end(0),
    (error: unknown) => end(1, error),
  )
}
