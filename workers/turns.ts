/** Lets work on one thing happen once at a time in this process; what waits finds out afterwards what is left to do. */

export interface Turns {
  /** Does the work when nobody else is at this thing: true. Otherwise waits until that one has finished: false. */
  take(thing: string, work: () => Promise<void>): Promise<boolean>
}

/** Opens turns for any number of things. */
export function openTurns(): Turns {
  const underWay = new Map<string, Promise<void>>()
  return {
    async take(thing, work) {
      const other = underWay.get(thing)
      // How the other fared is its own affair: whoever waited looks for itself.
      if (other)
        return other.then(
          () => false,
          () => false,
        )
      const own = work().finally(() => underWay.delete(thing))
      underWay.set(thing, own)
      await own
      return true
    },
  }
}
