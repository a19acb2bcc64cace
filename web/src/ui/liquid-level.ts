/** Returns how full a goal is: 0 is empty, 1 is full, more is beyond the target. A goal without a target is empty. */
export function levelOf(received: number, amount: number): number {
  return amount > 0 ? Math.max(received, 0) / amount : 0
}

/** Converts a level to whole per cent: rounded down, so that only a full goal shows 100, but at least 1 after the first tip. */
export function percentOf(level: number): number {
  if (level <= 0) return 0
  return Math.max(1, Math.floor(level * 100 + 1e-9))
}

/** Returns the distance from the top of the glass to the surface, in drawing units, for a glass of the given height. */
export function surfaceAt(level: number, height: number): number {
  if (level <= 0) return height + 8
  if (level > 1) return -8
  const filled = Math.min(Math.max(level, 0.05), 1)
  return 3 + (height - 3) * (1 - filled)
}

/** Returns how much spills over: 0 up to the target, 1 at twice the target and beyond. */
export function spillOf(level: number): number {
  return Math.min(Math.max(level - 1, 0), 1)
}
