/** How full a goal is, and where its liquid stands. */
import type { Alert } from '../../contract/sockets.ts'

export interface Levels {
  /** 0 is empty, 1 the brim, more is over it. */
  before: number
  after: number
}

/** The height of the vessel in its drawing's units. */
export const vesselHeight = 127

/** How full an alert's goal was before its tip and is after. A funded goal is filled from what it lacked before. */
export function levelsOf(goal: NonNullable<Alert['goal']>, tipped: number): Levels {
  const { amount, amountReceived } = goal
  return { before: levelOf(amountReceived - tipped, amount), after: levelOf(amountReceived, amount) }
}

/** How full a goal is; one without an amount is empty. */
export function levelOf(received: number, amount: number): number {
  return amount > 0 ? Math.max(received, 0) / amount : 0
}

/** A level in whole per cent, rounded down so that only a full goal reads 100. */
export function percentOf(level: number): number {
  return Math.floor(level * 100 + 1e-9)
}

/** How far below the vessel's top the surface stands, in the drawing's units. What is begun can be seen. */
export function surfaceAt(level: number): number {
  if (level <= 0) return vesselHeight + 8
  return 3 + (vesselHeight - 3) * (1 - Math.min(Math.max(level, 0.05), 1))
}
