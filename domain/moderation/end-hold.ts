import { AppError } from '../../contract/errors.ts'
import type { OutboxEvent, TipEventJob } from '../../contract/events.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import { isTipOf } from '../../db/queries/insights/insights.ts'
import { endHold as end } from '../../db/queries/payments/tip-rules.ts'

/**
 * Ends the hold of one of a creator's tips. Releasing sends the tip's alert and chat messages, and those of the goal that the tip
 * funded or moved to a milestone. Repeats change nothing. Throws AppError `not_found`, also for another creator's tip.
 */
export async function endHold(
  ctx: { db: Db; publish(jobs: readonly TipEventJob[]): void },
  creatorUid: string,
  tipId: string,
  action: 'release' | 'dismiss',
): Promise<void> {
  if (!(await isTipOf(ctx.db, creatorUid, tipId))) throw new AppError('not_found')
  const eventIds = await ctx.db
    .transaction()
    .execute(async (trx) => (await endHoldWithin(trx, creatorUid, tipId, action)) ?? [])
  ctx.publish(eventIds.map((eventId) => ({ eventId })))
}

/**
 * Ends a hold in the caller's transaction. Returns the events to publish after the commit; undefined if the tip is not held, or is
 * to be released and fully refunded.
 */
export async function endHoldWithin(
  trx: Trx,
  creatorUid: string,
  tipId: string,
  action: 'release' | 'dismiss',
): Promise<string[] | undefined> {
  const ended = await end(trx, creatorUid, tipId, action === 'release' ? 'released' : 'dismissed')
  if (!ended) return undefined
  if (action === 'dismiss') return []
  const isReleased = true
  const events: OutboxEvent[] = [{ type: 'tip.captured', tipId, isReleased }]
  const { funded, milestone } = ended
  if (milestone) events.push({ type: 'goal.milestone', ...milestone, tipId, isReleased })
  if (funded !== null) events.push({ type: 'goal.funded', goalId: funded, tipId, isReleased })
  const eventIds = []
  for (const event of events) eventIds.push(await insertEvent(trx, creatorUid, event))
  return eventIds
}
