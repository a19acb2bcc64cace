/** Computes how full a goal is, and how high the liquid in its glass is drawn. */
import type { TipAlert } from '../../contract/alerts/alert.ts'

export interface ProgressChange {
  /** The received share of the goal's amount: 0 is empty, 1 is full, more is overfunded. */
  before: number
  after: number
}

/** The height of the glass in the drawing's units. */
export const vesselHeight = 127

/** Returns the progress of an alert's goal before and after the tip. `tipped` is the tip in minor units. */
export function progressChangeOf(goal: NonNullable<TipAlert['goal']>, tipped: number): ProgressChange {
  const { amount, amountReceived } = goal
  return { before: progressOf(amountReceived - tipped, amount), after: progressOf(amountReceived, amount) }
}

/** Returns the share of the goal's amount that has been received; 0 for a goal without an amount. */
export function progressOf(received: number, amount: number): number {
  return amount > 0 ? Math.max(received, 0) / amount : 0
}

/** Converts progress to whole per cent, rounded down so that only a full goal shows 100. */
export function percentOf(progress: number): number {
  return Math.floor(progress * 100 + 1e-9)
}

/**
 * Returns the distance from the top of the glass to the liquid's surface, in the drawing's units. Even the smallest progress is
 * visible.
 */
export function surfaceY(progress: number): number {
  if (progress <= 0) return vesselHeight + 8
  return 3 + (vesselHeight - 3) * (1 - Math.min(Math.max(progress, 0.05), 1))
}
