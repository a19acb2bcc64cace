/** Writes the time that is left of a timer. Pages, widgets and tools show the same text. */

/** Returns hours, minutes and seconds, such as `01:02:03`. The last second is shown until it is over. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
