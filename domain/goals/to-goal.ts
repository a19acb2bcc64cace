import type { Goal } from '../../contract/entities.ts'
import type { CountingGoalRow } from '../../db/queries/goals/goals.ts'

/** Converts a goal's row to the contract's goal. */
export function toGoal(row: CountingGoalRow): Goal {
  return {
    title: row.title,
    goaluuid: row.goalId,
    status: row.status,
    description: row.description,
    currency: row.currency,
    amount: row.amountMinor,
    amount_received: row.amountReceivedMinor,
    end_date: row.endDate?.toISOString() ?? null,
    creation_date: row.createdAt.toISOString(),
    image: row.image,
    ...(row.eventWorth && { counted: row.countedMinor }),
    ...(row.startsAnew && { starts_anew: row.startsAnew }),
    ...(row.periodEndsAt && { starts_anew_at: row.periodEndsAt.toISOString() }),
    ...(row.periodNo > 1 && { past_periods: row.periodNo - 1 }),
  }
}
