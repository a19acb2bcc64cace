import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountedEvent } from '../../contract/show/counted-event.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { TimerEntryData, TimerRule } from '../../contract/timer/timer.ts'
import { addGiven, computeTimer } from './compute-timer.ts'
import { simulate } from './reference.fixture.ts'
import { advance, restOf } from './timer-state.ts'
import type { TimerEntry } from './timer-state.ts'

const startMs = Date.parse('2026-11-24T12:00:00Z')
const minute = 60
const at = (seconds: number, data: TimerEntryData, id: string = randomUUID()): TimerEntry => ({
  id,
  atMs: startMs + seconds * 1000,
  data,
})
const rule = (changes: Partial<TimerRule> = {}): TimerEntryData => ({
  kind: 'rule',
  rule: { ...defaultTimerRule, ...changes },
})
const tip = (
  worthMinor: number,
  tipId: string = randomUUID(),
  goalId: string | null = null,
): TimerEntryData => ({
  kind: 'tip',
  tipId,
  worthMinor,
  goalId,
})
const show = (what: CountedEvent, quantity: number, showEventId: string = randomUUID()): TimerEntryData => ({
  kind: 'show',
  showEventId,
  what,
  quantity,
})
const started = (seconds: number, changes?: Partial<TimerRule>) => [
  at(0, rule(changes)),
  at(1, { kind: 'start', seconds }),
]

/** Returns what is left at a time, in seconds. */
function leftAt(entries: TimerEntry[], seconds: number): number {
  const atMs = startMs + seconds * 1000
  return restOf(advance(computeTimer(entries).state, atMs), atMs) / 1000
}

test('a tip adds its time in proportion, or in whole steps', () => {
  const entries = (mode: TimerRule['mode']) => [...started(10 * minute, { mode }), at(2, tip(250))]

  expect(leftAt(entries('proportion'), 1)).toBe(12.5 * minute)
  expect(leftAt(entries('steps'), 1)).toBe(12 * minute)
})

test('tips toward other goals, or toward none, count as the rule says', () => {
  const [chosen, other] = [randomUUID(), randomUUID()]
  const entries = [
    ...started(minute, { goals: [chosen], countsGeneralTips: false }),
    ...[chosen, other, null].map((goalId) => at(2, tip(100, undefined, goalId))),
  ]

  expect(leftAt(entries, 1)).toBe(2 * minute)
})

test('nothing is added after the end, unless the timer is started again', () => {
  const ended = [...started(minute), at(100, tip(500))]

  expect(leftAt(ended, 100)).toBe(0)
  expect(leftAt([...ended, at(110, { kind: 'start', seconds: 30 }), at(111, tip(100))], 111)).toBe(89)
})

test('a tip that is learned of late counts at the time of its capture', () => {
  const late = at(50, tip(100))
  const entries = [...started(minute), at(90, tip(100))]

  expect(leftAt(entries, 90)).toBe(0)
  expect(leftAt([...entries, late], 90)).toBe(91)
})

test('a pause keeps the rest, and tips are added to it', () => {
  const entries = [...started(minute), at(31, { kind: 'pause' }), at(500, tip(100))]

  expect(leftAt(entries, 9_999)).toBe(90)
  expect(leftAt([...entries, at(1_000, { kind: 'resume' })], 1_010)).toBe(80)
})

test('a refund takes back its tip’s time, but none that has passed, and gives it back when the money returns', () => {
  const tipId = randomUUID()
  const entries = [...started(minute), at(2, tip(200, tipId))]
  const refund = (moreMinor: number): TimerEntryData => ({
    kind: 'refund',
    tipId,
    moreMinor,
    amountMinor: 200,
  })

  expect(leftAt([...entries, at(10, refund(100))], 10)).toBe(111)
  expect(leftAt([...entries, at(151, refund(200))], 151)).toBe(0)
  expect(leftAt([...entries, at(10, refund(200)), at(11, refund(-200))], 11)).toBe(170)
  expect(
    leftAt([...started(minute, { takesBackRefunds: false }), at(2, tip(200, tipId)), at(9, refund(200))], 9),
  ).toBe(172)
})

test('caps limit all the time that is given, and the moment of the end', () => {
  const capped = (cap: { seconds: number | null; at: string | null }) => [
    ...started(minute),
    at(2, { kind: 'cap', cap }),
    at(3, tip(1_000)),
  ]

  expect(leftAt(capped({ seconds: 3 * minute, at: null }), 1)).toBe(3 * minute)
  expect(leftAt(capped({ seconds: null, at: '2026-11-24T12:02:00Z' }), 0)).toBe(2 * minute)
})

test('in a happy hour tips add more', () => {
  const hour = { from: '2026-11-24T12:00:05Z', to: '2026-11-24T12:00:10Z', percent: 200 }
  const entries = [...started(minute), at(2, { kind: 'happy-hour', hour }), at(5, tip(100)), at(10, tip(100))]

  expect(leftAt(entries, 1)).toBe(4 * minute)
})

test('undoing takes back what an entry added, and undoing that brings it back', () => {
  const [mistake, undo] = [randomUUID(), randomUUID()]
  const entries = [...started(minute), at(2, { kind: 'adjust', seconds: 600 }, mistake)]
  const undone = [...entries, at(5, { kind: 'undo', entryId: mistake }, undo)]

  expect(leftAt(undone, 5)).toBe(56)
  expect(leftAt([...undone, at(6, { kind: 'undo', entryId: undo })], 6)).toBe(655)
})

test('two undos of one entry take its time back once', () => {
  const mistake = randomUUID()
  const undo = () => ({ kind: 'undo' as const, entryId: mistake })
  const entries = [...started(minute), at(2, { kind: 'adjust', seconds: 600 }, mistake)]

  expect(leftAt([...entries, at(5, undo()), at(6, undo())], 6)).toBe(55)
})

test('an undone pause or end was never there', () => {
  const id = randomUUID()
  const undone = (kind: 'pause' | 'end') => [
    ...started(minute),
    at(10, { kind }, id),
    at(20, tip(100)),
    at(30, { kind: 'undo', entryId: id }),
  ]

  expect(leftAt(undone('pause'), 30)).toBe(91)
  expect(leftAt(undone('end'), 30)).toBe(91)
})

test('a show event adds what the rule gives for its kind and tier, and nothing without a rule', () => {
  const events = { subscription1: 60, subscription3: 300, gift2: 90, bits: 30, follow: 5, raid: 120 }
  const added = (what: CountedEvent, quantity: number, mode: TimerRule['mode'] = 'proportion') =>
    leftAt([...started(minute, { events, mode }), at(2, show(what, quantity))], 1) - minute

  expect(added('subscription1', 1)).toBe(60)
  expect(added('subscription3', 1)).toBe(300)
  expect(added('subscription2', 1)).toBe(0) // no rule
  expect(added('gift2', 50)).toBe(50 * 90)
  expect(added('bits', 250)).toBe(75)
  expect(added('bits', 250, 'steps')).toBe(60)
  expect(added('follow', 1)).toBe(5)
  expect(added('raid', 1)).toBe(120)
  expect(leftAt([...started(minute), at(2, show('follow', 1))], 1)).toBe(minute)
})

test('caps, happy hours and the end hold for show events as for tips', () => {
  const hour = { from: '2026-11-24T12:00:05Z', to: '2026-11-24T12:00:10Z', percent: 200 }
  const entries = started(minute, { events: { gift1: 60 } })
  const cap: TimerEntryData = { kind: 'cap', cap: { seconds: 3 * minute, at: null } }

  expect(leftAt([...entries, at(2, { kind: 'happy-hour', hour }), at(6, show('gift1', 2))], 6)).toBe(295)
  expect(leftAt([...entries, at(2, cap), at(6, show('gift1', 50))], 6)).toBe(3 * minute - 5)
  expect(leftAt([...entries, at(100, show('gift1', 50))], 100)).toBe(0)
})

test('hiding a show event takes back what is left of its time, and showing it again brings that back', () => {
  const showEventId = randomUUID()
  const hidden = (isHidden: boolean): TimerEntryData => ({ kind: 'show-hidden', showEventId, isHidden })
  const entries = [...started(minute, { events: { gift1: 60 } }), at(2, show('gift1', 2, showEventId))]

  expect(leftAt([...entries, at(10, hidden(true))], 10)).toBe(51)
  expect(leftAt([...entries, at(10, hidden(true)), at(11, hidden(false))], 11)).toBe(170)
  expect(leftAt([...entries, at(150, hidden(true))], 150)).toBe(0)
  expect(leftAt([...started(minute), at(10, hidden(true))], 10)).toBe(51) // of an event from before
})

const tipIds = Array.from({ length: 4 }, () => randomUUID())
const showEventIds = Array.from({ length: 4 }, () => randomUUID())
const tipChange = fc.record({
  kind: fc.constant('tip' as const),
  worthMinor: fc.integer({ min: 100, max: 2_000 }),
  tipId: fc.constantFrom(...tipIds),
  goalId: fc.constant(null),
})
const showChange = fc.record({
  kind: fc.constant('show' as const),
  showEventId: fc.constantFrom(...showEventIds),
  what: fc.constantFrom('subscription3' as const, 'gift1' as const, 'bits' as const),
  quantity: fc.integer({ min: 1, max: 350 }),
})
const change = fc.oneof(
  tipChange,
  showChange,
  fc.record({
    kind: fc.constant('adjust' as const),
    seconds: fc.integer({ min: -90, max: 90 }).filter((n) => n !== 0),
  }),
  fc.record({ kind: fc.constant('start' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
  fc.constantFrom<TimerEntryData>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'end' }),
  fc.record({
    kind: fc.constant('cap' as const),
    cap: fc.record({ seconds: fc.option(fc.integer({ min: 30, max: 400 })), at: fc.constant(null) }),
  }),
  fc.record({
    kind: fc.constant('rule' as const),
    rule: fc.record({
      amount: fc.constantFrom(100, 250),
      seconds: fc.constantFrom(5, 10),
      mode: fc.constant('steps' as const),
      goals: fc.constant(null),
      countsGeneralTips: fc.boolean(),
      takesBackRefunds: fc.boolean(),
      events: fc.record(
        { subscription3: fc.constantFrom(20, 30), bits: fc.constantFrom(5, 8), gift1: fc.constantFrom(1, 2) },
        { requiredKeys: [] },
      ),
    }),
  }),
  fc.record({
    kind: fc.constant('show-hidden' as const),
    showEventId: fc.constantFrom(...showEventIds),
    isHidden: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(30) }),
  fc.record({ kind: fc.constant('refund' as const), tipId: fc.constantFrom(...tipIds) }),
)

test('any history gives what a second-by-second simulation gives, in any order of arrival', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), change), { maxLength: 25 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (steps, seed) => {
        const entries = toHistory(steps)
        const shuffled = entries.toSorted((a, b) => hash(a.id, seed) - hash(b.id, seed))
        const endMs = (entries.at(-1)?.atMs ?? startMs) + 1000

        const state = advance(computeTimer([...shuffled, ...entries.slice(0, 3)]).state, endMs)

        expect({ status: state.status, rest: restOf(state, endMs) / 1000 }).toEqual(
          simulate(entries, startMs, endMs),
        )
      },
    ),
    { numRuns: 400 },
  )
})

test('adding a tip to the kept state gives what all entries give, or asks for them', () => {
  const entries = [...started(minute), at(2, tip(100))]
  const { state } = computeTimer(entries)
  const next = at(5, tip(300))

  expect(addGiven(state, next)?.state).toEqual(computeTimer([...entries, next]).state)
  expect(addGiven(state, at(1, tip(300)))).toBeUndefined() // as late as the start
})

test('a tip or show event that is learned of last, at any place of any history, gives what all entries give, or asks for them', () => {
  let kept = 0
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: 0, max: 3 }),
          fc.oneof({ weight: 2, arbitrary: tipChange }, { weight: 2, arbitrary: showChange }, change),
        ),
        {
          maxLength: 25,
        },
      ),
      fc.nat(),
      (steps, n) => {
        const entries = toHistory(steps)
        const given = entries.filter(({ data }) => data.kind === 'tip' || data.kind === 'show')
        const late = given[n % Math.max(given.length, 1)]
        if (!late) return
        const { state } = computeTimer(entries.filter((entry) => entry !== late))

        const added = addGiven(state, late)

        if (added) kept += 1
        if (added) expect(added.state).toEqual(computeTimer(entries).state)
      },
    ),
    { numRuns: 2_000 },
  )
  expect(kept).toBeGreaterThan(200)
})

function hash(id: string, seed: number): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed) % 1_000_003, seed)
}

type Step = [number, TimerEntryData | { kind: 'undo'; nth: number } | { kind: 'refund'; tipId: string }]

/** Makes entries of steps: each so many seconds after the one before it. Tips and show events are unique, and refunds are of earlier tips, once. */
function toHistory(steps: readonly Step[]): TimerEntry[] {
  const entries: TimerEntry[] = [
    ...started(100, { seconds: 10, mode: 'steps', events: { subscription3: 30, bits: 5, gift1: 1 } }),
  ]
  const [tipped, refunded, shown] = [new Map<string, number>(), new Set<string>(), new Set<string>()]
  let seconds = 1
  for (const [pause, step] of steps) {
    seconds += pause
    if (step.kind === 'tip') {
      if (tipped.has(step.tipId)) continue
      tipped.set(step.tipId, step.worthMinor)
      entries.push(at(seconds, step))
    } else if (step.kind === 'show') {
      if (shown.has(step.showEventId)) continue
      shown.add(step.showEventId)
      entries.push(at(seconds, step))
    } else if (step.kind === 'refund') {
      const amountMinor = tipped.get(step.tipId)
      if (amountMinor === undefined || refunded.has(step.tipId)) continue
      refunded.add(step.tipId)
      entries.push(at(seconds, { kind: 'refund', tipId: step.tipId, moreMinor: amountMinor, amountMinor }))
    } else if (step.kind === 'undo' && 'nth' in step) {
      const target = entries[step.nth + 1]
      if (target && target.data.kind !== 'undo')
        entries.push(at(seconds, { kind: 'undo', entryId: target.id }))
    } else entries.push(at(seconds, step))
  }
  return entries
}
