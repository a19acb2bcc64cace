/** Limits how many files are received or processed at the same time, and queues those that wait. */
import { AppError } from '../../contract/errors.ts'

/** The value of Retry-After in seconds for a refused client. */
const retryAfter = 5

/**
 * Opens `max` places. Each network may take `maxPerNetwork` of them. So one network cannot take all places, and all networks together
 * cannot use up the memory.
 */
export function openPlaces(max: number, maxPerNetwork: number) {
  const inside = new Map<string, number>()
  let all = 0
  return {
    /** Takes a place and returns a function that frees it. Throws AppError `unavailable` when none is free. */
    enter(network: string): () => void {
      const own = inside.get(network) ?? 0
      if (all >= max || own >= maxPerNetwork) throw busy()
      all++
      inside.set(network, own + 1)
      return () => {
        all--
        const left = inside.get(network)! - 1
        if (left > 0) inside.set(network, left)
        else inside.delete(network)
      }
    },
  }
}

/**
 * Opens a queue, first come, first served. At most `atOnce` callers run at the same time, and a caller waits at most `waitMs`
 * milliseconds.
 */
export function openQueue(atOnce: number, waitMs: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return {
    /** Resolves when the caller may run. Throws AppError `unavailable` after `waitMs` milliseconds. */
    async take(): Promise<void> {
      if (free > 0) return void free--
      await new Promise<void>((done, fail) => {
        const begin = () => {
          clearTimeout(timer)
          done()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(begin), 1)
          fail(busy())
        }, waitMs)
        waiting.push(begin)
      })
    },
    /** Ends the caller's run, so that the next caller may run. */
    pass(): void {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', { text: 'error_files_busy', retryAfter })
}
