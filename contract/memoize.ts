/**
 * Returns a function that makes the value of a key only once. It keeps the values of the last `max` keys; without `max`, of all, so
 * that there have to be few.
 */
export function memoize<V>(make: (key: string) => V, max = Infinity): (key: string) => V {
  const kept = new Map<string, V>()
  return (key) => {
    if (kept.has(key)) return kept.get(key)!
    if (kept.size >= max) kept.delete(kept.keys().next().value!)
    const made = make(key)
    kept.set(key, made)
    return made
  }
}
