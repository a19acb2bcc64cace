/** Where an overlay stopped, kept for its next start. Where storage is closed to it, it begins at the head each time. */

/** The place that is kept for a creator; undefined when there is none that makes sense. */
export function loadCursor(userUID: string): number | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userUID))
    return kept && /^\d{1,15}$/.test(kept) ? Number(kept) : undefined
  } catch {
    return undefined
  }
}

/** Keeps a place for a creator. */
export function saveCursor(userUID: string, cursor: number): void {
  try {
    localStorage.setItem(keyOf(userUID), String(cursor))
  } catch {
    // Nothing to be done about it, and nobody to tell on a stream.
  }
}

function keyOf(userUID: string): string {
  return `brimful.alerts.${userUID}`
}
