/** Alternates two contestants and compares them round by round; a busy machine makes a round count for nothing. */
import { readFileSync, readdirSync } from 'node:fs'

export interface Ratio {
  /** Median, least and greatest of the per-round ratios. */
  median: number
  min: number
  max: number
  rounds: number
  /** The medians of both sides, in the figure's own unit. */
  ours: number
  baseline: number
}

export type Figures = Record<string, number>
export interface Contestant {
  name: string
  /** Does one round of work and returns its figures. */
  round(): Promise<Figures>
}

const wantedRounds = 5
const mostRepeats = 5
/** Cores that something else may use during a round before it is repeated. */
const noiseLimit = 0.25

/** Runs ours and the baseline in turn, at least five rounds each, and compares each figure. */
export async function compare(ours: Contestant, baseline: Contestant, ownPids: () => number[]) {
  const pairs: { ours: Figures; baseline: Figures }[] = []
  let repeats = 0
  while (pairs.length < wantedRounds) {
    const quiet = watchNoise(ownPids)
    const isOursFirst = pairs.length % 2 === 0
    const first = await (isOursFirst ? ours : baseline).round()
    const second = await (isOursFirst ? baseline : ours).round()
    const noise = quiet()
    if (noise > noiseLimit && repeats < mostRepeats) {
      repeats += 1
      console.log(`  round repeated: something else took ${noise.toFixed(2)} of a core`)
      continue
    }
    pairs.push(isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first })
    console.log(`  round ${pairs.length}: ${describe(pairs.at(-1)!)}`)
  }
  const names = Object.keys(pairs[0]!.ours)
  return Object.fromEntries(names.map((name) => [name, ratioOf(name, pairs)])) as Record<string, Ratio>
}

function ratioOf(name: string, pairs: { ours: Figures; baseline: Figures }[]): Ratio {
  const ratios = pairs.map((pair) => pair.ours[name]! / pair.baseline[name]!)
  return {
    median: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    rounds: pairs.length,
    ours: median(pairs.map((pair) => pair.ours[name]!)),
    baseline: median(pairs.map((pair) => pair.baseline[name]!)),
  }
}

/** The middle value; of an even number, the lower of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `percent` of the values lie (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length) - 1, 0)] ?? Number.NaN
}

/** The seconds that a process has computed so far (Linux only; else 0). */
export function cpuSecondsOf(pid: number): number {
  return ticksOf(pid) / ticksPerSecond
}

/** Measures how many cores processes other than ours and the database services use until it is called. */
function watchNoise(ownPids: () => number[]): () => number {
  const startedAt = performance.now()
  const before = readCpu(ownPids())
  return () => {
    const after = readCpu(ownPids())
    const seconds = (performance.now() - startedAt) / 1000
    return Math.max(after.all - before.all - (after.own - before.own), 0) / ticksPerSecond / seconds
  }
}

const ticksPerSecond = 100

/** Busy ticks of the whole machine, and of our own processes with the database services (Linux only; else 0). */
function readCpu(pids: number[]): { all: number; own: number } {
  try {
    const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number)
    const own = new Set([process.pid, ...pids, ...servicePids()])
    return { all: user! + nice! + system!, own: [...own].reduce((sum, pid) => sum + ticksOf(pid), 0) }
  } catch {
    return { all: 0, own: 0 }
  }
}

/** Postgres and Redis work for both sides. */
function servicePids(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => /^(postgres|redis-server)$/.test(commandOf(pid))).map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** With the ticks of its children that have ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}

function describe(pair: { ours: Figures; baseline: Figures }): string {
  return Object.keys(pair.ours)
    .map((name) => `${name} ${pair.ours[name]!.toFixed(2)} vs ${pair.baseline[name]!.toFixed(2)}`)
    .join(', ')
}
