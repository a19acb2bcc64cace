/** What the control panel does with show events: the same as with tips, but for money, boards and blocked supporters. */
import { AppError } from '../../contract/errors.ts'
import type { ShowAction } from '../../contract/panel/panel.ts'
import type { Trx } from '../../db/connection.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import { countTowardGoals, moveGoalCounts } from '../../db/queries/goals/goal-counts.ts'
import { skipCutShow, skipShow } from '../../db/queries/panel/panel-shows.ts'
import { lockShowHold, setShowHold } from '../../db/queries/show/show-events.ts'
import type { Done } from './done.ts'

/**
 * Does one thing with a show event. Throws AppError `not_found` if the event is not the creator's, and `panel_changed` if there is nothing
 * to change any more.
 */
export async function changeShow(
  trx: Trx,
  creatorUid: string,
  { action, showEventId }: { action: ShowAction; showEventId: string },
): Promise<Done> {
  const event = await lockShowHold(trx, creatorUid, showEventId)
  if (!event) throw new AppError('not_found')
  const { hold } = event
  const require = (isPossible: boolean) => {
    if (!isPossible) throw new AppError('panel_changed')
  }
  switch (action) {
    case 'skip': {
      const seqs = await skipShow(trx, creatorUid, showEventId)
      require(seqs.length > 0)
      return { data: { seqs } }
    }
    case 'hide': {
      require(hold !== 'dismissed')
      const seqs = await skipShow(trx, creatorUid, showEventId)
      await setShowHold(trx, showEventId, 'dismissed')
      await moveGoalCounts(trx, showEventId, true)
      const eventIds = hold === 'held' ? [] : [await insertHidden(trx, creatorUid, showEventId, true)]
      return { data: { seqs, hold }, eventIds }
    }
    case 'replay':
      require(hold !== 'held' && hold !== 'dismissed')
      await skipCutShow(trx, creatorUid, showEventId)
      return { eventIds: [await insertEvent(trx, creatorUid, { type: 'show.replayed', showEventId })] }
    case 'approve':
      require(hold === 'held')
      await setShowHold(trx, showEventId, 'released')
      if (event.isCounted) await countTowardGoals(trx, creatorUid, event)
      return { eventIds: [await insertEvent(trx, creatorUid, { type: 'show.received', showEventId })] }
    case 'deny':
      require(hold === 'held')
      await setShowHold(trx, showEventId, 'dismissed')
      return {}
  }
}

/**
 * Takes back that a show event was denied or hidden; it is held for what it was before. Returns the outbox events to publish. Throws
 * AppError `panel_changed` if it is not so any more.
 */
export async function restoreShowHold(
  trx: Trx,
  creatorUid: string,
  showEventId: string,
  hold: 'held' | 'released' | 'dismissed' | null,
): Promise<string[]> {
  const event = await lockShowHold(trx, creatorUid, showEventId)
  if (event?.hold !== 'dismissed') throw new AppError('panel_changed')
  await setShowHold(trx, showEventId, hold)
  if (hold !== 'held') await moveGoalCounts(trx, showEventId, false)
  return hold === 'held' ? [] : [await insertHidden(trx, creatorUid, showEventId, false)]
}

/** Says that an event that was or may be shown is hidden, or no longer, for what counts it. */
async function insertHidden(
  trx: Trx,
  creatorUid: string,
  showEventId: string,
  isHidden: boolean,
): Promise<string> {
  return insertEvent(trx, creatorUid, { type: 'show.hidden', showEventId, isHidden })
}
