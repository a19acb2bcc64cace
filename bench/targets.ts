/**
 * The targets of the benchmarks. Each figure has a ratio to its baseline that it must reach and a better one that it aims at.
 * `judge` returns the verdict on a measured ratio.
 */
import type { Ratio } from './rounds.ts'

export interface Target {
  must: number
  aim: number
  /** The value that the baseline itself must reach. Below it the machine is too slow or too busy, and the ratio means nothing. */
  required?: { figure: string; value: number; isLessBetter?: boolean }
  isLessBetter?: boolean
}

export type Verdict = 'aim met' | 'met' | 'missed' | 'void' | ''

/** A figure of `first-sight` against its limit; `aim` is the better value as a part of the limit. */
const withinLimit = (aim = 1): Target => ({ must: 1, aim, isLessBetter: true })

const quickBaseline = { figure: 'paced: p50 ms', value: 15, isLessBetter: true }
const cpuOfTip: Target = { must: 2, aim: 1.5, isLessBetter: true }
const sameCpu: Target = { must: 1.05, aim: 1, isLessBetter: true }

/** The targets by benchmark and figure. */
export const targets: Record<string, Record<string, Target>> = {
  'capture-to-overlay': {
    'paced: CPU ms': cpuOfTip,
    'burst: CPU ms': cpuOfTip,
    'paced: p50 ms': { must: 2, aim: 1.6, isLessBetter: true, required: quickBaseline },
    'paced: p99 ms': { must: 3, aim: 2, isLessBetter: true, required: quickBaseline },
    'burst: tips/s': { must: 0.8, aim: 0.9, required: { figure: 'burst: tips/s', value: 400 } },
  },
  'tip-transaction': {
    'our code / pgbench': { must: 0.5, aim: 0.8 },
    'one goal / 1,000 goals': { must: 0.5, aim: 0.9 },
    'with totals / without': { must: 0.8, aim: 0.9 },
  },
  money: {
    'an order opens, ms / creator without tips': { must: 1.2, aim: 1.1, isLessBetter: true },
    'an order opens, ms / empty database': { must: 1.2, aim: 1.1, isLessBetter: true },
  },
  'import-tips': {
    'in, s / limit': withinLimit(0.5),
    'out, s / limit': withinLimit(0.5),
  },
  gateway: {
    'rooms of 1: alerts/s': { must: 0.85, aim: 0.95 },
    'room of 1,000: alerts/s': { must: 0.85, aim: 0.95 },
    'KB per idle overlay': { must: 1.3, aim: 1.1, isLessBetter: true },
    'overlays connecting/s': { must: 0.5, aim: 0.8 },
  },
  feed: { 'events/s': { must: 0.9, aim: 1 } },
  'running-timer': {
    'paced: CPU ms': sameCpu,
    'burst: CPU ms': sameCpu,
  },
  timer: { '10,000 entries: ms / 50 ms': { must: 1, aim: 0.5, isLessBetter: true } },
  'first-sight': {
    'creator: lcp': withinLimit(0.73),
    'creator: tbt': withinLimit(0.53),
    'creator: cls': withinLimit(0),
    'creator: javaScriptKb': withinLimit(0.73),
    'creator: restMs': withinLimit(0.2),
    'creator, HTTP/2: lcp': withinLimit(0.73),
    'creator, HTTP/2: tbt': withinLimit(0.53),
    'creator, HTTP/2: cls': withinLimit(0),
    'goal, HTTP/2: lcp': withinLimit(0.73),
    'goal, HTTP/2: cls': withinLimit(0),
    'explore, HTTP/2: lcp': withinLimit(0.69),
    'explore, HTTP/2: cls': withinLimit(0),
    'tips: cls': withinLimit(0),
    'landing: cls': withinLimit(0),
    'landing: restMs': withinLimit(0.2),
    'server: cold ms': withinLimit(),
    'server: warm ms': withinLimit(),
  },
}

/** Returns the verdict on a figure, given all figures of its benchmark; '' if the figure has no target. */
export function judge(
  target: Target | undefined,
  ratio: Ratio,
  figures: Record<string, Ratio | undefined>,
): Verdict {
  if (!target) return ''
  const { required, must, aim, isLessBetter } = target
  const baseline = required && figures[required.figure]?.baseline
  if (baseline !== undefined && !reaches(baseline, required!.value, required!.isLessBetter)) return 'void'
  if (reaches(ratio.median, aim, isLessBetter)) return 'aim met'
  return reaches(ratio.median, must, isLessBetter) ? 'met' : 'missed'
}

function reaches(value: number, limit: number, isLessBetter = false): boolean {
  return isLessBetter ? value <= limit : value >= limit
}
