/** Kysely types of the tables of goals. */
import type { ColumnType, Generated } from 'kysely'
import type { GoalStatus, StartsAnew } from '../contract/entities.ts'
import type { EventWorth } from '../contract/goals/own-goal-calls.ts'
import type { PayoutCurrency } from '../contract/money/money.ts'
import type { MaybeTime, Time } from './column-types.ts'

export interface GoalTables {
  goal: {
    goalId: Generated<string>
    creatorUid: string
    title: string
    description: Generated<string>
    currency: PayoutCurrency
    amountMinor: number
    /** What the tips of the current period have given, without what was returned. */
    amountReceivedMinor: Generated<number>
    status: Generated<GoalStatus>
    position: Generated<number>
    image: string | null
    endDate: MaybeTime
    createdAt: Time
    completedAt: MaybeTime
    fundedByTipId: string | null
    /** When an admin hid the goal from everybody but its creator. */
    hiddenAt: MaybeTime
    /** When the goal counts from zero again; null: never. */
    startsAnew: StartsAnew | null
    periodNo: Generated<number>
    /** Null in the first period. */
    periodStartedAt: MaybeTime
    /** When the current month ends in the creator's time zone. */
    periodEndsAt: MaybeTime
    /** What events which are not tips count toward it; null: nothing. */
    eventWorth: ColumnType<EventWorth | null, string | null | undefined, string | null>
  }
  /** A period of a goal that is over. */
  goalPeriod: {
    goalId: string
    periodNo: number
    startedAt: MaybeTime
    endedAt: Time
    amountMinor: number
    amountReceivedMinor: number
    completedAt: MaybeTime
    fundedByTipId: string | null
  }
  /** What show events count toward a goal in a period. It is not money. */
  goalCount: {
    goalId: string
    periodNo: number
    countedMinor: number
  }
  /** What one show event counts toward a goal. */
  goalEvent: {
    showEventId: string
    goalId: string
    periodNo: number
    countedMinor: number
  }
  goalMilestone: {
    goalId: string
    periodNo: number
    milestone: '25' | '50' | '75' | 'one-tip'
    tipId: string
    hasAlert: boolean
    reachedAt: Time
  }
}
