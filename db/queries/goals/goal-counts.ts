/** What show events count toward goals. None of it is money. */
import { sql } from 'kysely'
import { countForGoal, countedTogether } from '../../../contract/show/counted-event.ts'
import type { ShowKind, ShowTier } from '../../../contract/show/show-event.ts'
import type { Db, Trx } from '../../connection.ts'

/** The most that one event counts, as the largest goal is. */
const maxMinor = 1_000_000_000

/** Selects what a goal counts in its current period, beside the goal's columns. */
export const countedOfGoal = sql<number>`coalesce((
  select c.counted_minor from goal_count c where c.goal_id = goal.goal_id and c.period_no = goal.period_no
), 0)`

export interface EventToCount {
  id: string
  kind: ShowKind
  tier: ShowTier | null
  quantity: number | null
  eventCount: number
}

/**
 * Counts a show event toward those of its creator's open goals whose rule has its kind, each in its current period. An event that is
 * counted already changes nothing. Reads the creator's goals by their index, and waits for no tip: the row of a goal is not written.
 */
export async function countTowardGoals(trx: Trx, creatorUid: string, event: EventToCount): Promise<void> {
  const counted = countForGoal(event)
  if (!counted) return
  const { what, quantity } = counted
  await sql`
    with counted as (
      insert into goal_event (show_event_id, goal_id, period_no, counted_minor)
      select ${event.id}, goal_id, period_no, minor from (
        select goal_id, period_no, least((event_worth ->> ${what})::bigint * ${quantity}::bigint / ${countedTogether(what)}::bigint,
          ${maxMinor}::bigint) as minor
        from goal where creator_uid = ${creatorUid} and status = 'ACTIVE' and event_worth ->> ${what} is not null
      ) g where minor > 0
      on conflict do nothing
      returning goal_id, period_no, counted_minor
    )
    insert into goal_count (goal_id, period_no, counted_minor) select * from counted
    on conflict (goal_id, period_no) do update set counted_minor = goal_count.counted_minor + excluded.counted_minor
  `.execute(trx)
}

/** Takes what a show event counts out of its goals' sums, because it is hidden, or puts it back. */
export async function moveGoalCounts(trx: Trx, showEventId: string, isHidden: boolean): Promise<void> {
  await sql`
    update goal_count c set counted_minor = greatest(c.counted_minor + e.counted_minor * ${isHidden ? -1 : 1}::integer, 0)
    from goal_event e
    where e.show_event_id = ${showEventId} and c.goal_id = e.goal_id and c.period_no = e.period_no
  `.execute(trx)
}

/** Sets what events count toward a goal, from the next one on; null: nothing. */
export async function setEventWorth(db: Db, goalId: string, eventWorth: object | null): Promise<void> {
  await db
    .updateTable('goal')
    .set({ eventWorth: eventWorth && JSON.stringify(eventWorth) })
    .where('goalId', '=', goalId)
    .execute()
}
