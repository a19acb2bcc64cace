/** Calls that creators use to run their donothon timers, and the message that pages get about them. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { csvQuery } from '../csv-form.ts'
import { isoTime } from '../entities.ts'
import { currency, minorUnits } from '../money/money.ts'
import { countedEvent } from '../show/counted-event.ts'
import { happyHour, timerCap, timerChange, timerName, timerRule, timerStatuses } from './timer.ts'

const timerId = z.uuid()

/** A timer as its creator sees it. */
export const ownTimer = z.object({
  timerId,
  name: z.string(),
  /** A running timer whose `endsAt` has passed has ended. */
  status: z.enum(timerStatuses),
  /** When it ends or has ended; null while it is idle or paused. */
  endsAt: z.nullable(isoTime),
  /** What is left while it is paused, in milliseconds; null otherwise. */
  restMs: z.nullable(z.int()),
  /** All the time that it was given, in milliseconds, without what was taken away. */
  grantedMs: z.int(),
  rule: timerRule,
  cap: timerCap,
  /** The happy hours that are not over, earliest first. */
  happyHours: z.array(happyHour),
  version: z.int(),
})
export type OwnTimer = z.output<typeof ownTimer>

/** An entry of a timer, as its creator sees it. */
export const ownTimerEntry = z.object({
  entryId: z.uuid(),
  kind: z.enum([
    'start',
    'adjust',
    'pause',
    'resume',
    'end',
    'rule',
    'cap',
    'happy-hour',
    'undo',
    'tip',
    'refund',
    'show',
    'show-hidden',
  ]),
  at: isoTime,
  /** How many milliseconds it added to the timer; negative: it made the timer shorter. */
  addedMs: z.int(),
  isUndone: z.boolean(),
  /** Who gave the tip, or whom the show event names; null for other entries, and for what is anonymous, held or hidden. */
  name: z.nullable(z.string()),
  /** What a tip was worth in the creator's currency, in minor units; null for other entries. */
  amount: z.nullable(minorUnits),
  /** What a show event counted as, and how many subscriptions, bits, follows or raids it was; null for other entries. */
  event: z.nullable(z.object({ what: countedEvent, quantity: z.int() })),
})
export type OwnTimerEntry = z.output<typeof ownTimerEntry>

export const getTimers = creatorCall.get('goals/timers', {
  summary: 'The signed-in creator’s timers, oldest first, with the server’s time.',
  response: z.object({ currency, now: isoTime, timers: z.array(ownTimer) }),
})

export const createTimer = creatorCall.post('goals/create-timer', {
  summary: 'Makes a timer that has not started.',
  body: z.object({ name: timerName, rule: timerRule }),
  response: ownTimer,
})

export const renameTimer = creatorCall.post('goals/rename-timer', {
  summary: 'Renames a timer.',
  body: z.object({ timerId, name: timerName }),
  response: ownTimer,
})

export const archiveTimer = creatorCall.post('goals/archive-timer', {
  summary: 'Puts a timer away: no page shows it any more, and tips no longer extend it.',
  body: z.object({ timerId }),
})

export const changeTimer = creatorCall.post('goals/change-timer', {
  summary:
    'Starts, changes or ends a timer, or undoes an earlier entry. A request that is repeated with the same `entryId` changes nothing.',
  costs: 'a read of all entries of one own timer, which has one for each tip',
  body: z.object({ timerId, entryId: z.uuid(), change: timerChange }),
  response: ownTimer,
})

export const getTimerEntries = creatorCall.get('goals/timer-entries', {
  summary: 'What has happened to a timer, latest first, fifty entries at a time.',
  costs: 'a read of all entries of one own timer, which has one for each tip',
  query: z.object({ timerId, page: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) }),
  response: z.object({ entries: z.array(ownTimerEntry), hasMore: z.boolean() }),
})

export const downloadTimerEntries = creatorCall.get('goals/timer-file', {
  summary: 'What has happened to a timer as a CSV file, oldest first.',
  costs: 'a read of all entries of one own timer, which has one for each tip',
  query: z.object({ timerId, ...csvQuery }),
  download: 'text/csv',
})
