/** Who may hand in a picture, and whose turn it is. */
import { AppError } from '../contract/errors.ts'

/** When to try again, in seconds. */
const retryAfter = 5

/** Opens places, and counts who has one, so that one network cannot take all places and all of them together not all memory. */
export function openPlaces(max: number, maxPerNetwork: number) {
  const inside = new Map<string, number>()
  let all = 0
  return {
    /** Takes a place and returns how to leave it. Throws AppError `unavailable`. */
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

/** Opens a queue: first come, first served. */
export function openQueue(atOnce: number, waitMs: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return {
    /** Resolves when it is the caller's turn. Throws AppError `unavailable` when that takes too long. */
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
    /** Gives the turn to the next. */
    pass(): void {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}

function busy(): AppError {
  return new AppError('unavailable', { text: 'error_pictures_busy', retryAfter })
}
