/** Fans events out: decides what each is owed, writes that down, and sees to it. */
import type { Destination, TipEventJob } from '../../contract/events.ts'
import { fanOut, listOpenEvents } from '../../db/queries/outbox.ts'
import type { OpenEvent, OpenEvents } from '../../db/queries/outbox.ts'
import { planDeliveries } from '../../domain/alerts/plan-deliveries.ts'
import type { PlannedEvent } from '../../domain/alerts/plan-deliveries.ts'
import { ring } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { groupByDestination, publishDeliveries } from '../publish-deliveries.ts'
import type { Processor } from '../start-worker.ts'
import { openTurns } from '../turns.ts'
import { storeOwedAlerts } from './alerts.ts'
import { storeOwedNotifications } from './notifications.ts'

const batch = 200

/** What only concerns our own database is done here and now, and saves the way over another queue. */
const inHouse: Partial<
  Record<Destination, (ctx: WorkerContext, eventIds: readonly string[]) => Promise<void>>
> = {
  alerts: (ctx, eventIds) => storeOwedAlerts(ctx, eventIds.at(-1)!), // and with it all that are owed before
  notifications: storeOwedNotifications,
}

/**
 * Fans out all the open events of the creator whose event it is, oldest first, so that none overtakes another. While one job
 * is at a creator, the others of that creator wait and mostly find their event done: a burst is worked off in batches.
 */
export function tipEventsProcessor(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): Processor<TipEventJob> {
  const turns = openTurns()
  return async ({ eventId }) => {
    for (;;) {
      const open = await listOpenEvents(ctx.db, eventId, batch)
      if (!open) return
      const isOurTurn = await turns.take(open.creatorUid, () => fanOutEvents(ctx, open, reachable))
      if (isOurTurn && open.events.length < batch) return // the job's own event was among them
    }
  }
}

async function fanOutEvents(
  ctx: WorkerContext,
  open: OpenEvents,
  reachable: ReadonlySet<Destination>,
): Promise<void> {
  const { creatorUid, events, preferences, chat } = open
  const plans = events.map((event) => ({
    eventId: event.eventId,
    destinations: planDeliveries(toPlanned(event), { preferences, chat, reachable }),
  }))
  const deliveries = await fanOut(ctx.db, creatorUid, plans)
  const isPublicNews = events.some(({ type }) => type !== 'alert.tested')
  const live = isPublicNews ? ring(ctx, { kind: 'live', creatorUid }) : undefined
  // One after the other, for they would share the same cores: alerts are the first, and what people wait for.
  for (const { destination, eventIds } of groupByDestination(deliveries)) {
    await handOver(ctx, destination, eventIds)
  }
  await live
}

/** What fails in the house goes over its queue after all: there it is tried again without holding up the rest. */
async function handOver(
  ctx: WorkerContext,
  destination: Destination,
  eventIds: readonly string[],
): Promise<void> {
  const settle = inHouse[destination]
  if (!settle) return publishDeliveries(ctx.queues, destination, eventIds)
  try {
    await settle(ctx, eventIds)
  } catch (error) {
    ctx.log.warn({ destination, reason: (error as Error).message }, 'deliveries left to their queue')
    await publishDeliveries(ctx.queues, destination, eventIds)
  }
}

function toPlanned({ type, isForGoal }: OpenEvent): PlannedEvent {
  return type === 'tip.captured' ? { type, isForGoal } : { type }
}
