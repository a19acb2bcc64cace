/** Public goals. */
import type { Db } from '../../connection.ts'
import { fixedStatement } from '../../fixed-statement.ts'
import type { Given } from '../../fixed-statement.ts'
import type { GoalRow } from '../../schema.ts'
import { countedOfGoal } from './goal-counts.ts'

/** A goal with what show events count toward it, which is not money. */
export type CountingGoalRow = GoalRow & { countedMinor: number }

/** Returns a creator's goals in the creator's order, without archived and hidden ones. */
export const listPublicGoals: (db: Db, creatorUid: string) => Promise<CountingGoalRow[]> = fixedStatement(
  (given: Given<string>, db) =>
    db
      .selectFrom('goal')
      .selectAll()
      .select(countedOfGoal.as('countedMinor'))
      .where(
        'creatorUid',
        '=',
        given((creatorUid) => creatorUid),
      )
      .where('status', '<>', 'ARCHIVED')
      .where('hiddenAt', 'is', null)
      .orderBy('position')
      .orderBy('createdAt'),
)

/** Returns one of a creator's goals, unless it is archived or hidden. */
export async function findPublicGoal(db: Db, creatorUid: string, goalId: string) {
  return db
    .selectFrom('goal')
    .selectAll()
    .where('goalId', '=', goalId)
    .where('creatorUid', '=', creatorUid)
    .where('status', '<>', 'ARCHIVED')
    .where('hiddenAt', 'is', null)
    .executeTakeFirst()
}

/** Returns a public goal whose id is between two others, with its creator, for short addresses. Returns the oldest if there are several. */
export async function findGoalBetween(db: Db, from: string, to: string) {
  return db
    .selectFrom('goal')
    .select(['goalId', 'creatorUid'])
    .where('goalId', '>=', from)
    .where('goalId', '<=', to)
    .where('status', '<>', 'ARCHIVED')
    .where('hiddenAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}
