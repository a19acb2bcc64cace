/** Puts a creator's alerts into their sequence, where overlays find them. */
import type { DeliveryJob } from '../../contract/events.ts'
import type { Trx } from '../../db/connection.ts'
import { lockOwedAlerts, storeAlerts } from '../../db/queries/alert-batches.ts'
import type { AlertBody } from '../../db/queries/alerts.ts'
import { listOwedAlertStories } from '../../db/queries/stories.ts'
import type { EventStory } from '../../db/queries/stories.ts'
import { toAlert, toTestAlert } from '../../domain/alerts/to-alert.ts'
import { ring } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Processor } from '../start-worker.ts'

const batch = 100

/**
 * Stores all the alerts that the event's creator is owed, oldest event first, not only the one named: whichever job comes
 * first, events keep their order. One transaction makes the places in the sequence and settles the deliveries.
 */
export function alertsProcessor(ctx: WorkerContext): Processor<DeliveryJob> {
  return async ({ eventId }) => {
    for (;;) {
      const stored = await ctx.db.transaction().execute((trx) => storeOwed(trx, eventId))
      if (!stored) return
      const { creatorUid, head } = stored
      if (head !== undefined) await ring(ctx, { kind: 'alert', creatorUid, seq: head })
      if (stored.count < batch) return
    }
  }
}

async function storeOwed(trx: Trx, eventId: string) {
  const creatorUid = await lockOwedAlerts(trx, eventId)
  if (!creatorUid) return undefined
  // A statement of its own: only a snapshot taken under the lock sees what the last holder settled.
  const stories = await listOwedAlertStories(trx, creatorUid, batch)
  const alerts = stories.map((story) => ({ eventId: story.eventId, body: toBody(story) }))
  const head = await storeAlerts(trx, creatorUid, alerts)
  return { creatorUid, head, count: stories.length }
}

function toBody({ event, tip, goal, createdAt }: EventStory): AlertBody {
  if (event.type === 'alert.tested') return toTestAlert({ ...event, at: createdAt })
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  return toAlert({ kind: event.type === 'goal.funded' ? 'goalFunded' : 'tip', tip, goal, at: createdAt })
}
