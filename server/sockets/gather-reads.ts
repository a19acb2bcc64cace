/** Reads that many ask for at once, as after a restart when everybody comes back, cost a few queries. */

interface Gathered<T> {
  keys: Set<string>
  found: Promise<Map<string, T>>
}

/**
 * Makes of a read of many keys one of a single key. What is asked while a read runs waits for it and is read together after it,
 * so that every answer is of a moment after the question. A read that fails fails for all who share it.
 */
export function gatherReads<T>(
  readMany: (keys: string[]) => Promise<Map<string, T>>,
  mostKeys: number,
): (key: string) => Promise<T | undefined> {
  let last: Promise<unknown> = Promise.resolve()
  let gathering: Gathered<T> | undefined

  function gather(): Gathered<T> {
    const keys = new Set<string>()
    const found = last.then(() => {
      if (gathering?.keys === keys) gathering = undefined
      return readMany([...keys])
    })
    last = found.catch(() => {}) // told to those who asked
    return { keys, found }
  }

  return async (key) => {
    if (!gathering || gathering.keys.size >= mostKeys) gathering = gather()
    gathering.keys.add(key)
    return (await gathering.found).get(key)
  }
}
