/** A generator of pseudo-random numbers. */
export interface Chance {
  /** Returns an integer from 0 up to and without `limit`. */
  below(limit: number): number
  isTrue(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Returns a generator for a seed. It uses mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    isTrue: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  }
}
