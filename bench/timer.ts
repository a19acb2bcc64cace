/** Measures how much processor time a donothon of 10,000 entries takes to compute, as a part of what it may take. */
import { defaultTimerRule } from '../contract/timer/timer.ts'
import { computeTimer } from '../domain/timer/compute-timer.ts'
import type { TimerEntry } from '../domain/timer/timer-state.ts'
import { compare } from './rounds.ts'

const entries = 10_000
const limitMs = 50
const figure = '10,000 entries: ms / 50 ms'
const repeats = 20

/** Returns the ratio of the time of one computation to 50 ms. */
export async function timer() {
  const list = buildEntries()
  computeTimer(list) // as a warm-up
  return compare(
    { name: 'computed', round: async () => ({ [figure]: msOf(list) }) },
    { name: 'limit', round: async () => ({ [figure]: limitMs }) },
  )
}

function msOf(list: readonly TimerEntry[]): number {
  const before = process.cpuUsage()
  for (let i = 0; i < repeats; i++) computeTimer(list)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / repeats
}

/** Tips, in no order of time: every tenth is returned, every twentieth is undone, and each hundred has a pause. */
function buildEntries(): TimerEntry[] {
  const built: TimerEntry[] = [
    { id: 'rule', atMs: 0, data: { kind: 'rule', rule: defaultTimerRule } },
    { id: 'start', atMs: 1, data: { kind: 'start', seconds: 3_600 } },
  ]
  for (let n = built.length; n < entries; n++) built.push({ id: `${n}`, atMs: n * 1_000, data: dataOf(n) })
  return built.toSorted((a, b) => (hash(a.id) < hash(b.id) ? -1 : 1))
}

function dataOf(n: number): TimerEntry['data'] {
  if (n % 100 === 50) return { kind: 'pause' }
  if (n % 100 === 51) return { kind: 'resume' }
  if (n % 20 === 19) return { kind: 'undo', entryId: `${n - 3}` }
  if (n % 10 === 9) return { kind: 'refund', tipId: `${n - 2}`, moreMinor: 100, amountMinor: 500 }
  return { kind: 'tip', tipId: `${n}`, worthMinor: 500, goalId: null }
}

const hash = (id: string) => [...id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9_973, 7)
