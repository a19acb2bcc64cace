import { AppError } from '../../contract/errors.ts'
import type { TipEventJob } from '../../contract/events.ts'
import type { Db } from '../../db/connection.ts'
import { insertEvent } from '../../db/queries/events.ts'
import { isTipOf } from '../../db/queries/insights.ts'
import { endHold as end } from '../../db/queries/tip-rules.ts'

/**
 * Ends the hold of one of a creator's tips. Releasing sends the tip's alert and chat messages, and those of the goal that the tip
 * funded. Repeats change nothing. Throws AppError `not_found`, also for another creator's tip.
 */
export async function endHold(
  ctx: { db: Db; publish(jobs: readonly TipEventJob[]): void },
  creatorUid: string,
  tipId: string,
  action: 'release' | 'dismiss',
): Promise<void> {
  if (!(await isTipOf(ctx.db, creatorUid, tipId))) throw new AppError('not_found')
  const eventIds = await ctx.db.transaction().execute(async (trx) => {
    const ended = await end(trx, creatorUid, tipId, action === 'release' ? 'released' : 'dismissed')
    if (!ended || action === 'dismiss') return []
    const isReleased = true
    const shown = await insertEvent(trx, creatorUid, { type: 'tip.captured', tipId, isReleased })
    if (ended.funded === null) return [shown]
    const goal = { type: 'goal.funded', goaluuid: ended.funded, tipId, isReleased } as const
    return [shown, await insertEvent(trx, creatorUid, goal)]
  })
  ctx.publish(eventIds.map((eventId) => ({ eventId })))
}
