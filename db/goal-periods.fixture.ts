/** Ends periods of goals at once. */
import { sql } from 'kysely'
import type { Db } from './connection.ts'
import { setStartsAnew } from './queries/goals/goal-periods.ts'

/** Makes a goal one that starts anew with each stream, and ends its period now. */
export async function endPeriodNow(db: Db, goalId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await setStartsAnew(trx, goalId, 'stream')
    await sql`select end_goal_period(g, next_millisecond()) from goal g where goal_id = ${goalId}`.execute(
      trx,
    )
  })
}
