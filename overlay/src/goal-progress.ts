/** How full a goal is, and how high the picture draws its liquid. */
import type { Alert } from '../../contract/sockets.ts'

export interface ProgressChange {
  /** The share of the goal's amount: 0 is empty, 1 is full, more is overfunded. */
  before: number
  after: number
}

/** The height of the vessel in the drawing's units. */
export const vesselHeight = 127

/** The progress of an alert's goal before and after its tip. `tipped` is the tip in minor units. */
export function progressChangeOf(goal: NonNullable<Alert['goal']>, tipped: number): ProgressChange {
  const { amount, amountReceived } = goal
  return { before: progressOf(amountReceived - tipped, amount), after: progressOf(amountReceived, amount) }
}

/** The share of the goal's amount that has been received; 0 for a goal without an amount. */
export function progressOf(received: number, amount: number): number {
  return amount > 0 ? Math.max(received, 0) / amount : 0
}

/** The progress in whole per cent, rounded down so that only a full goal shows 100. */
export function percentOf(progress: number): number {
  return Math.floor(progress * 100 + 1e-9)
}

/** The distance of the liquid's surface from the vessel's top, in the drawing's units. Any progress is visible. */
export function surfaceY(progress: number): number {
  if (progress <= 0) return vesselHeight + 8
  return 3 + (vesselHeight - 3) * (1 - Math.min(Math.max(progress, 0.05), 1))
}
