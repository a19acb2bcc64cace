/** Fans events out: decides what each is owed, writes that down, and sees to it. */
import { findChat } from '../../contract/events.ts'
import type { PubSubMessage, Destination, OutboxEvent, TipEventJob } from '../../contract/events.ts'
import { batchWrites } from '../../db/write-batcher.ts'
import { fanOut, listOpenEvents } from '../../db/queries/outbox.ts'
import type { FanOut, FannedOut, NewDelivery, OpenEvents } from '../../db/queries/outbox.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { isQueued } from '../../db/queue.ts'
import { planDeliveries } from '../../domain/alerts/plan-deliveries.ts'
import type { PlannedEvent } from '../../domain/alerts/plan-deliveries.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { groupByDestination, publishDeliveries } from '../publish-deliveries.ts'
import type { Processor } from '../start-worker.ts'
import { storeOwedAlerts, toBody, toAlertMessage } from './alerts.ts'

/** Of one creator at a time. */
const mostEvents = 100
/** Jobs that go together. */
const mostJobs = 50

/**
 * Fans out all the open events of the creators whose events they are, oldest first, so that none overtakes another. Jobs that
 * come while others are fanned out go together next, and mostly find their event done: a burst is worked off in batches.
 */
export function tipEventsProcessor(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): Processor<TipEventJob> {
  const fanOutEvent = batchWrites(
    async (eventIds: string[]) => {
      const handedOver = await fanOutEvents(ctx, eventIds, reachable)
      return eventIds.map(() => ({ handedOver }))
    },
    { most: mostJobs, keyOf: (eventId) => eventId },
  )
  return async ({ eventId }) => {
    const { handedOver } = await fanOutEvent(eventId)
    await handedOver()
  }
}

/** What it gives back waits until what is left to others is with them: that need not hold up the next. */
async function fanOutEvents(
  ctx: WorkerContext,
  eventIds: string[],
  reachable: ReadonlySet<Destination>,
): Promise<() => Promise<unknown>> {
  const handOvers: Promise<void>[] = []
  for (;;) {
    const open = await listOpenEvents(ctx.db, eventIds, mostEvents)
    if (open.length === 0) break
    const done = await fanOutOpen(ctx, open, reachable)
    await publish(
      ctx,
      ...open.flatMap(({ creatorUid, events }) => news(creatorUid, events, done.get(creatorUid)!)),
    )
    handOvers.push(...[...done.values()].map(({ owed }) => handOverAll(ctx, owed)))
    if (open.every(({ events }) => events.length < mostEvents)) break // the jobs' own events were among them
  }
  const all = Promise.all(handOvers)
  return async () => all
}

async function fanOutOpen(
  ctx: WorkerContext,
  open: OpenEvents[],
  reachable: ReadonlySet<Destination>,
): Promise<Map<string, FannedOut>> {
  const fans = open.map(({ creatorUid, head, events, ...settings }) => ({
    creatorUid,
    head,
    plans: events.map((story) => ({
      eventId: story.eventId,
      destinations: planDeliveries(toPlanned(story), { ...settings, reachable }),
      alert: toBody(story),
    })),
  }))
  const done = await fanOut(ctx.db, fans).catch((error: Error) => {
    if (fans.length > 1) throw error // each is tried alone
    // An alert that cannot be stored must not hold up the rest: it stays owed.
    ctx.log.warn({ creatorUid: fans[0]?.creatorUid, reason: error.message }, 'fanned out without the alerts')
    return fanOut(ctx.db, fans.map(withoutAlerts))
  })
  return new Map(done.map((one) => [one.creatorUid, one]))
}

function withoutAlerts({ plans, ...fan }: FanOut): FanOut {
  return { ...fan, plans: plans.map(({ eventId, destinations }) => ({ eventId, destinations })) }
}

/** One after the other, for they would share the same cores: alerts are the first, and what people wait for. */
async function handOverAll(ctx: WorkerContext, owed: readonly NewDelivery[]): Promise<void> {
  for (const { destination, eventIds } of groupByDestination(owed)) await handOver(ctx, destination, eventIds)
}

/** These move no total: nobody but the overlay has anything to show. */
const shownAlone: ReadonlySet<string> = new Set<OutboxEvent['type']>(['alert.tested', 'alert.replayed'])

/** What servers have to hear of it. */
function news(creatorUid: string, events: EventDetails[], { stored, isNoticed }: FannedOut): PubSubMessage[] {
  const messages: PubSubMessage[] = []
  if (stored) messages.push(toAlertMessage(creatorUid, stored))
  if (events.some(({ event }) => !shownAlone.has(event.type))) messages.push({ kind: 'live', creatorUid })
  if (isNoticed) messages.push({ kind: 'notification', uid: creatorUid })
  return messages
}

/** Alerts that others had to let pass are stored here and now; what fails is tried again by its queue, and holds up nothing. */
async function handOver(
  ctx: WorkerContext,
  destination: Destination,
  eventIds: readonly string[],
): Promise<void> {
  const platform = findChat(destination)
  if (platform) return publish(ctx, { kind: 'chat', platform })
  if (!isQueued(destination)) return
  if (destination === 'alerts' && (await areStored(ctx, eventIds))) return
  await publishDeliveries(ctx.queues, destination, eventIds).catch((error: Error) => {
    ctx.log.warn({ destination, reason: error.message }, 'deliveries left to the sweep')
  })
}

async function areStored(ctx: WorkerContext, eventIds: readonly string[]): Promise<boolean> {
  try {
    await storeOwedAlerts(ctx, eventIds.at(-1)!) // and with it all that are owed before
    return true
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'alerts left to their queue')
    return false
  }
}

function toPlanned({ event, tip, goal }: EventDetails): PlannedEvent {
  if (event.type !== 'tip.captured' && event.type !== 'goal.funded') return { type: event.type }
  const hold = event.isReleased ? 'over' : tip?.wasHeld ? 'begun' : undefined
  if (event.type === 'goal.funded') return { type: event.type, hold }
  return { type: event.type, isForGoal: goal !== null, isFromAccount: tip?.isFromAccount ?? false, hold }
}
