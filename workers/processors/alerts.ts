/** Puts a creator's alerts into their sequence, where overlays find them. */
import type { PubSubMessage, DeliveryJob } from '../../contract/events.ts'
import { storeAlerts } from '../../db/queries/alert-batches.ts'
import type { StoredAlerts } from '../../db/queries/alert-batches.ts'
import type { AlertBody } from '../../db/queries/alerts.ts'
import { listOwedAlerts } from '../../db/queries/event-details.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { toAlert, toTestAlert } from '../../domain/alerts/to-alert.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Processor } from '../start-worker.ts'

const batch = 100

/**
 * Stores all the alerts that the event's creator is owed, oldest event first, not only the one named: whichever comes first,
 * events keep their order. Places in the sequence are given and deliveries settled in one statement.
 */
export async function storeOwedAlerts(ctx: WorkerContext, eventId: string): Promise<void> {
  for (;;) {
    const owed = await listOwedAlerts(ctx.db, eventId, batch)
    if (!owed) return
    const { creatorUid, stories } = owed
    const alerts = stories.map((story) => ({ eventId: story.eventId, body: toBody(story) }))
    // Without an answer somebody else was quicker: what is left is read again.
    const stored = await storeAlerts(ctx.db, { creatorUid, head: owed.head, alerts })
    if (stored?.alerts.length) await publish(ctx, toAlertMessage(creatorUid, stored))
    if (stored && stories.length < batch) return // the event's own was among them
  }
}

/** NOTIFY takes 8,000 bytes; a message without its alerts costs every server a read. */
const mostRingBytes = 7000

/** The message that announces stored alerts; it contains them if they fit. */
export function toAlertMessage(creatorUid: string, { head, alerts }: StoredAlerts): PubSubMessage {
  const message = { kind: 'alert' as const, creatorUid, seq: head }
  const isSmall = Buffer.byteLength(JSON.stringify(alerts)) <= mostRingBytes
  return isSmall ? { ...message, alerts } : message
}

/** Stores what the fan-out could not. */
export function alertsProcessor(ctx: WorkerContext): Processor<DeliveryJob> {
  return ({ eventId }) => storeOwedAlerts(ctx, eventId)
}

/** An event as its alert says it. Throws when its tip is gone. */
export function toBody({ event, creator: { locale }, tip, goal, createdAt }: EventDetails): AlertBody {
  if (event.type === 'alert.tested') return toTestAlert({ ...event, locale, at: createdAt })
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  return toAlert({ kind, tip, goal, locale, at: createdAt })
}
