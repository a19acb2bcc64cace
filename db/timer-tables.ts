/** Kysely types of the tables of donothon timers. */
import type { ColumnType, Generated } from 'kysely'
import type { TimerEntryData, TimerEntryKind } from '../contract/timer/timer.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'

export interface TimerTables {
  timer: {
    timerId: Generated<string>
    creatorUid: string
    name: string
    createdAt: Time
    archivedAt: MaybeTime
    state: ColumnType<unknown, string, string>
    endsAt: MaybeTime
    restMs: Generated<number | null>
    version: Generated<number>
    /** Whether a rule of it has ever given time for show events. */
    countsEvents: Generated<boolean>
  }
  timerEntry: {
    entryId: string
    timerId: string
    kind: TimerEntryKind
    at: SetTime
    data: ColumnType<TimerEntryData, string, string>
    tipId: Generated<string | null>
    eventId: Generated<string | null>
    actor: Generated<string | null>
    createdAt: Time
  }
}
