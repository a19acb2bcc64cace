/** What a donothon timer is made of: its rule, its limit, and the changes that creators make. */
import * as z from 'zod/mini'
import { isoTime } from '../entities.ts'
import { minorUnits } from '../money/money.ts'
import { countedEvent } from '../show/counted-event.ts'
import { shownName } from '../shown-name.ts'

/** The limits of timers. Times are in seconds. */
export const timerLimits = {
  /** The most timers that a creator has at a time. */
  timers: 10,
  name: 40,
  /** The longest time that a timer can be given in all: a year. */
  maxSeconds: 366 * 24 * 3600,
  happyHours: 50,
  /** How many entries one page of a timer's list has. */
  pageSize: 50,
} as const

const seconds = z.int().check(z.minimum(1), z.maximum(timerLimits.maxSeconds))

/** How many seconds somebody adds to a timer by hand; negative: shortens it. */
export const addedSeconds = z.int().check(
  z.minimum(-timerLimits.maxSeconds),
  z.maximum(timerLimits.maxSeconds),
  z.refine((n) => n !== 0),
)

/** How much time one thing adds. */
const secondsEach = z.int().check(z.minimum(1), z.maximum(24 * 3600))

/** How tips, and what else viewers give or do, add time. */
export const timerRule = z.object({
  /** Each `amount` minor units of the creator's currency add `seconds`. */
  amount: minorUnits.check(z.minimum(1)),
  seconds: secondsEach,
  /** `proportion`: every part of the amount counts. `steps`: only whole amounts count. */
  mode: z.enum(['proportion', 'steps']),
  /** Only tips toward these goals add time; null: tips toward every goal do. */
  goals: z.nullable(z.array(z.uuid()).check(z.maxLength(200))),
  /** Whether tips toward no goal add time. */
  countsGeneralTips: z.boolean(),
  /** Whether a refund takes back the time that its tip added, unless it has passed. */
  takesBackRefunds: z.boolean(),
  /** The seconds that each event which is not a tip adds, and each hundred bits. What is absent adds none. */
  events: z.optional(z.partialRecord(countedEvent, secondsEach)),
})
export type TimerRule = z.output<typeof timerRule>

/** The specification's rule, one pound or dollar for a minute. */
export const defaultTimerRule: TimerRule = {
  amount: 100,
  seconds: 60,
  mode: 'proportion',
  goals: null,
  countsGeneralTips: true,
  takesBackRefunds: true,
}

/** A limit that the timer does not exceed: all the time that it is given, in seconds, or a moment; null: no limit. */
export const timerCap = z.object({ seconds: z.nullable(seconds), at: z.nullable(isoTime) })
export type TimerCap = z.output<typeof timerCap>

/** A time when tips add more: `percent` of what the rule says. */
export const happyHour = z
  .object({ from: isoTime, to: isoTime, percent: z.int().check(z.minimum(110), z.maximum(1000)) })
  .check(z.refine(({ from, to }) => Date.parse(from) < Date.parse(to)))
export type HappyHour = z.output<typeof happyHour>

/** What a creator does to a timer. `adjust` adds or takes away time by hand; `undo` takes back another change, or a tip's time. */
export const timerChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), seconds }),
  z.object({ kind: z.literal('adjust'), seconds: addedSeconds }),
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('rule'), rule: timerRule }),
  z.object({ kind: z.literal('cap'), cap: timerCap }),
  z.object({ kind: z.literal('happy-hour'), hour: happyHour }),
  z.object({ kind: z.literal('undo'), entryId: z.uuid() }),
])
export type TimerChange = z.output<typeof timerChange>

/** A tip's part in a timer, with what it is worth in minor units of the creator's currency. */
const tipEntry = z.object({
  kind: z.literal('tip'),
  tipId: z.uuid(),
  worthMinor: minorUnits,
  goalId: z.nullable(z.uuid()),
})
/** A returned part of a tip: `moreMinor` of its `amountMinor`. Negative: returned money came back to the creator. */
const refundEntry = z.object({
  kind: z.literal('refund'),
  tipId: z.uuid(),
  moreMinor: z.int(),
  amountMinor: minorUnits,
})

/** A show event's part in a timer: what it counts as, and how many subscriptions, bits, follows or raids it is. */
const showEntry = z.object({
  kind: z.literal('show'),
  showEventId: z.uuid(),
  what: countedEvent,
  quantity: z.int(),
})
/** A show event was hidden in the control panel, or shown again. */
const showHiddenEntry = z.object({
  kind: z.literal('show-hidden'),
  showEventId: z.uuid(),
  isHidden: z.boolean(),
})

/** What an entry of a timer says: a change by its creator, a tip, a refund, or a show event. */
export const timerEntryData = z.discriminatedUnion('kind', [
  ...timerChange.def.options,
  tipEntry,
  refundEntry,
  showEntry,
  showHiddenEntry,
])
export type TimerEntryData = z.output<typeof timerEntryData>
export type TimerEntryKind = TimerEntryData['kind']

export const timerStatuses = ['idle', 'running', 'paused', 'ended'] as const
export type TimerStatus = (typeof timerStatuses)[number]

export const timerName = shownName(timerLimits.name).check(z.minLength(1))
