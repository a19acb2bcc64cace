/** Saves the sequence numbers with which an overlay goes on at its next start. Without local storage, each start shows only new alerts. */

/** `alerts`: the overlay's cursor. `begun`: the last alert that it has begun. */
type SavedSeq = 'alerts' | 'begun'

/** Returns a saved number of a creator's overlay; undefined if there is none or it is invalid. */
export function loadSeq(kind: SavedSeq, userUID: string): number | undefined {
  try {
    const saved = localStorage.getItem(`brimful.${kind}.${userUID}`)
    return saved && /^\d{1,15}$/.test(saved) ? Number(saved) : undefined
  } catch {
    return undefined
  }
}

/** Saves a number of a creator's overlay. */
export function saveSeq(kind: SavedSeq, userUID: string, seq: number): void {
  try {
    localStorage.setItem(`brimful.${kind}.${userUID}`, String(seq))
  } catch {
    // The storage is blocked or full. This is ignored, because an error must not appear on the stream.
  }
}
