/** Compares two contestants round by round. A round that other programs disturb is repeated. */
import { watchNoise } from './noise.ts'

export interface Ratio {
  /** Median, minimum and maximum of the ratios of all rounds. */
  median: number
  min: number
  max: number
  rounds: number
  /** The medians of the product and of the baseline, in the unit of what is measured. */
  ours: number
  baseline: number
}

export type Figures = Record<string, number>
export interface Contestant {
  name: string
  /** Does one round of work and returns its figures. */
  round(): Promise<Figures>
}

interface Round {
  ours: Figures
  baseline: Figures
}

/** How many rounds that others disturb are repeated. */
const maxRepeats = 5
/** How many cores other programs may use during a round; above this, the round is repeated. */
const noiseLimit = 0.25

interface Comparison {
  /** Default: 3. A small difference needs more of them, because single rounds differ by a third. */
  rounds?: number
  /** Measures how many cores other programs use. */
  startNoise?: () => () => number
}

/** Runs both contestants in turn, and returns the ratio of each figure. */
export async function compare(
  ours: Contestant,
  baseline: Contestant,
  { rounds: requiredRounds = 3, startNoise = watchNoise }: Comparison = {},
): Promise<Record<string, Ratio>> {
  const rounds: Round[] = []
  let repeats = 0
  while (rounds.length < requiredRounds) {
    const measureNoise = startNoise()
    const round = await runRound(ours, baseline, rounds.length % 2 === 0)
    const noise = measureNoise()
    if (noise > noiseLimit && repeats < maxRepeats) {
      repeats += 1
      console.log(`  round repeated: others took ${noise.toFixed(2)} of a core`)
      continue
    }
    rounds.push(round)
    console.log(`  round ${rounds.length}: ${describe(round)}; others took ${noise.toFixed(2)} of a core`)
  }
  const names = Object.keys(rounds[0]!.ours)
  return Object.fromEntries(names.map((name) => [name, ratioOf(name, rounds)]))
}

async function runRound(ours: Contestant, baseline: Contestant, isOursFirst: boolean): Promise<Round> {
  const first = await (isOursFirst ? ours : baseline).round()
  const second = await (isOursFirst ? baseline : ours).round()
  return isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first }
}

function ratioOf(name: string, rounds: readonly Round[]): Ratio {
  const ratios = rounds.map((round) => round.ours[name]! / round.baseline[name]!)
  return {
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    rounds: rounds.length,
    ours: median(rounds.map((round) => round.ours[name]!)),
    baseline: median(rounds.map((round) => round.baseline[name]!)),
  }
}

/** Returns the middle value; of an even number of values, the lower of the two. */
function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the value that `percent` of the values lie below (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length) - 1, 0)] ?? Number.NaN
}

function describe({ ours, baseline }: Round): string {
  return Object.keys(ours)
    .map((name) => `${name} ${ours[name]!.toFixed(2)} vs ${baseline[name]!.toFixed(2)}`)
    .join(', ')
}
