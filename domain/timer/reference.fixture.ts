/**
 * A second, independent computation of a timer: a clock that ticks second by second, and knows nothing of the first one's functions.
 * It understands what the property test generates: whole seconds, steps, and no moments as caps.
 */
import type { TimerEntry } from './timer-state.ts'

interface Clock {
  status: 'idle' | 'running' | 'paused' | 'ended'
  left: number
  granted: number
  amount: number
  seconds: number
  counts: boolean
  takesBack: boolean
  cap: number | null
  events: Record<string, number>
}

/** Returns the status and the seconds that are left at the end. */
export function simulate(entries: readonly TimerEntry[], fromMs: number, toMs: number) {
  const clock: Clock = {
    status: 'idle',
    left: 0,
    granted: 0,
    amount: 100,
    seconds: 60,
    counts: true,
    takesBack: true,
    cap: null,
    events: {},
  }
  const gone = new Set(entries.flatMap(({ data }) => (data.kind === 'undo' ? [data.entryId] : [])))
  const given = new Map<string, number>()
  const tipOf = new Map<string, string>()
  /** What each show event had added at first, and its entry. */
  const shown = new Map<string, { first: number; id: string }>()
  for (let now = fromMs; now <= toMs; now += 1000) {
    if (now > fromMs && clock.status === 'running' && --clock.left <= 0) clock.status = 'ended'
    for (const entry of entries) if (entry.atMs === now) happen(entry)
  }
  return { status: clock.status, rest: clock.status === 'ended' ? 0 : clock.left }

  function give(wanted: number): number {
    if (clock.status !== 'running' && clock.status !== 'paused') return 0
    const room = clock.cap === null ? Infinity : Math.max(0, clock.cap - clock.granted)
    const given = wanted > 0 ? Math.min(wanted, room) : Math.max(wanted, -clock.left)
    clock.left += given
    clock.granted += given
    if (clock.status === 'running' && clock.left === 0) clock.status = 'ended'
    return given
  }

  function happen({ id, data }: TimerEntry): void {
    const isGone = gone.has(id)
    if (data.kind === 'tip') {
      const isCounted = clock.counts
      tipOf.set(data.tipId, id)
      given.set(id, give(isCounted ? Math.floor(data.worthMinor / clock.amount) * clock.seconds : 0))
    } else if (data.kind === 'show') {
      const [of, how] = [data.what, data.quantity]
      const each = clock.events[of] ?? 0
      const first = give(of === 'bits' ? ((how - (how % 100)) / 100) * each : how * each)
      shown.set(data.showEventId, { first, id })
      given.set(id, first)
    } else if (data.kind === 'show-hidden') {
      const event = shown.get(data.showEventId)
      const now = event ? (given.get(event.id) ?? 0) : 0
      const moved = event ? give(data.isHidden ? -now : event.first - now) : 0
      if (event) given.set(event.id, now + moved)
      given.set(id, moved)
    } else if (data.kind === 'adjust') given.set(id, give(data.seconds))
    else if (data.kind === 'refund') {
      const tip = tipOf.get(data.tipId)!
      const taken = clock.takesBack ? give(-(given.get(tip) ?? 0)) : 0
      given.set(tip, (given.get(tip) ?? 0) + taken)
      given.set(id, taken)
    } else if (data.kind === 'undo') {
      const before = given.get(data.entryId)
      if (before !== undefined) given.set(data.entryId, before + give(-before))
    } else if (!isGone) structural(data)
  }

  function structural(data: TimerEntry['data']): void {
    const isLive = clock.status === 'running' || clock.status === 'paused'
    if (data.kind === 'start' && !isLive) {
      clock.status = 'paused' // so that time can be given
      clock.left = 0
      give(data.seconds)
      clock.status = clock.left > 0 ? 'running' : 'ended'
    } else if (data.kind === 'pause' && clock.status === 'running') clock.status = 'paused'
    else if (data.kind === 'resume' && clock.status === 'paused')
      clock.status = clock.left > 0 ? 'running' : 'ended'
    else if (data.kind === 'end' && isLive) {
      clock.granted -= clock.left
      clock.left = 0
      clock.status = 'ended'
    } else if (data.kind === 'rule') {
      clock.amount = data.rule.amount
      clock.seconds = data.rule.seconds
      clock.counts = data.rule.countsGeneralTips
      clock.takesBack = data.rule.takesBackRefunds
      clock.events = data.rule.events ?? {}
    } else if (data.kind === 'cap') {
      clock.cap = data.cap.seconds
      if (isLive && clock.cap !== null && clock.granted > clock.cap) {
        const over = Math.min(clock.granted - clock.cap, clock.left)
        give(-over)
      }
    }
  }
}
