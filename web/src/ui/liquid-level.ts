/** How full a goal is: 0 is empty, 1 is the brim, more is over it. A goal without an amount is empty. */
export function levelOf(received: number, amount: number): number {
  return amount > 0 ? Math.max(received, 0) / amount : 0
}

/** A level as it is read: whole per cent, rounded down so that only a full goal reads 100, and at least 1 once begun. */
export function percentOf(level: number): number {
  if (level <= 0) return 0
  return Math.max(1, Math.floor(level * 100 + 1e-9))
}

/** How far below the vessel's top the surface stands, in the drawing's units, for a vessel `height` units high. */
export function surfaceAt(level: number, height: number): number {
  if (level <= 0) return height + 8
  if (level > 1) return -8
  const filled = Math.min(Math.max(level, 0.05), 1)
  return 3 + (height - 3) * (1 - filled)
}

/** How much spills: 0 up to the brim, 1 at twice the amount and beyond. */
export function spillOf(level: number): number {
  return Math.min(Math.max(level - 1, 0), 1)
}
