/** Saves an overlay's cursor for its next start. Without local storage, each start shows only new alerts. */

/** Returns the saved cursor of a creator's overlay; undefined if there is none or it is invalid. */
export function loadCursor(userUID: string): number | undefined {
  try {
    const saved = localStorage.getItem(keyOf(userUID))
    return saved && /^\d{1,15}$/.test(saved) ? Number(saved) : undefined
  } catch {
    return undefined
  }
}

/** Saves the cursor of a creator's overlay. */
export function saveCursor(userUID: string, cursor: number): void {
  try {
    localStorage.setItem(keyOf(userUID), String(cursor))
  } catch {
    // The storage is blocked or full. This is ignored, because an error must not appear on the stream.
  }
}

function keyOf(userUID: string): string {
  return `brimful.alerts.${userUID}`
}
