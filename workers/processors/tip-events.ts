/** Fans an event out: decides what it is owed, writes that down, and hands each delivery to its queue. */
import type { Destination, TipEventJob } from '../../contract/events.ts'
import type { DeliverySettings, PlannedEvent } from '../../domain/alerts/plan-deliveries.ts'
import { planDeliveries } from '../../domain/alerts/plan-deliveries.ts'
import { listConnectedChats } from '../../db/queries/deliveries.ts'
import { getNotificationPreferences } from '../../db/queries/notifications.ts'
import { fanOut, listOpenEvents } from '../../db/queries/outbox.ts'
import type { OpenEvent } from '../../db/queries/outbox.ts'
import { ring } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { publishDeliveries } from '../publish-deliveries.ts'
import type { Processor } from '../start-worker.ts'

const batch = 200

/** Fans out the creator's open events up to the one named, oldest first, so that none overtakes another. */
export function tipEventsProcessor(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): Processor<TipEventJob> {
  return async ({ eventId }) => {
    for (;;) {
      const open = await listOpenEvents(ctx.db, eventId, batch)
      if (open[0]) await fanOutEvents(ctx, open[0].creatorUid, open, reachable)
      if (open.length < batch) return
    }
  }
}

async function fanOutEvents(
  ctx: WorkerContext,
  creatorUid: string,
  events: readonly OpenEvent[],
  reachable: ReadonlySet<Destination>,
): Promise<void> {
  const settings = await readSettings(ctx, creatorUid, reachable)
  const plans = events.map((event) => ({
    eventId: event.eventId,
    destinations: planDeliveries(toPlanned(event), settings),
  }))
  const deliveries = await fanOut(ctx.db, creatorUid, plans)
  const isPublicNews = events.some(({ type }) => type !== 'alert.tested')
  await Promise.all([
    publishDeliveries(ctx.queues, deliveries),
    isPublicNews && ring(ctx, { kind: 'live', creatorUid }),
  ])
}

async function readSettings(
  { db }: WorkerContext,
  creatorUid: string,
  reachable: ReadonlySet<Destination>,
): Promise<DeliverySettings> {
  const [preferences, chat] = await Promise.all([
    getNotificationPreferences(db, creatorUid),
    listConnectedChats(db, creatorUid),
  ])
  return { preferences, chat, reachable }
}

function toPlanned({ type, isForGoal }: OpenEvent): PlannedEvent {
  return type === 'tip.captured' ? { type, isForGoal } : { type }
}
