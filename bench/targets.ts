/** What each figure must reach and what it aims at, as a ratio against its baseline; and what a measured one says of that. */
import type { Ratio } from './rounds.ts'

export interface Goal {
  must: number
  aim: number
  /** The baseline's own value at which a machine is too slow, or too busy, for the ratio to say anything. */
  floor?: { figure: string; worst: number; isLessBetter?: boolean }
  isLessBetter?: boolean
}

export type Verdict = 'aim met' | 'met' | 'missed' | 'void' | ''

const quickEnough = { figure: 'p50 ms', worst: 5, isLessBetter: true }

/** By benchmark and figure. */
export const goals: Record<string, Record<string, Goal>> = {
  'capture-to-overlay': {
    'p50 ms': { must: 2, aim: 1.3, isLessBetter: true, floor: quickEnough },
    'p99 ms': { must: 3, aim: 1.5, isLessBetter: true, floor: quickEnough },
    'tips/s': { must: 0.6, aim: 1.2, floor: { figure: 'tips/s', worst: 800 } },
  },
  'tip-transaction': {
    'our code / pgbench': { must: 0.5, aim: 0.8 },
    'one goal / 1,000 goals': { must: 0.5, aim: 0.9 },
    'with totals / without': { must: 0.8, aim: 0.9 },
  },
  gateway: {
    'rooms of 1: alerts/s': { must: 0.85, aim: 0.95 },
    'room of 1,000: alerts/s': { must: 0.85, aim: 0.95 },
    'KB per idle overlay': { must: 1.3, aim: 1.1, isLessBetter: true },
    'overlays connecting/s': { must: 0.5, aim: 0.8 },
  },
}

/** What a figure says of its goal; nothing when it has none. */
export function judge(
  goal: Goal | undefined,
  ratio: Ratio,
  figures: Record<string, Ratio | undefined>,
): Verdict {
  if (!goal) return ''
  const { floor, must, aim, isLessBetter = false } = goal
  const baseline = floor && figures[floor.figure]?.baseline
  if (floor && baseline !== undefined && !reaches(baseline, floor.worst, floor.isLessBetter ?? false))
    return 'void'
  if (reaches(ratio.median, aim, isLessBetter)) return 'aim met'
  return reaches(ratio.median, must, isLessBetter) ? 'met' : 'missed'
}

function reaches(value: number, mark: number, isLessBetter: boolean): boolean {
  return isLessBetter ? value <= mark : value >= mark
}
