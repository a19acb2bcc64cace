/** Sends tips and funded goals to the browsers that their creator has subscribed to push messages. */
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import {
  deleteGonePushSubscription,
  listPushSubscriptions,
} from '../../db/queries/notifications/push-subscriptions.ts'
import type { PushSubscriptionRow } from '../../db/queries/notifications/push-subscriptions.ts'
import { unsealSubscription } from '../../domain/notifications/push-subscription.ts'
import { writeTipPush } from '../../domain/notifications/tip-push.ts'
import { PushBusyError } from '../../domain/notifications/web-push.ts'
import type { WebPush } from '../../domain/notifications/web-push.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { SlowDownError } from '../errors.ts'
import { sendEvent } from './send-event.ts'

/**
 * Returns the sender. A delivery that is repeated reaches all browsers again, where the new message replaces the first one with
 * the same tag.
 */
export function pushSender(ctx: WorkerContext, push: WebPush): Send {
  return sendEvent(ctx, async (event) => {
    const browsers = await listPushSubscriptions(ctx.db, event.creator.uid)
    const ends = await Promise.allSettled(browsers.map((browser) => sendTo(ctx, push, event, browser)))
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
    const busy = failures.filter((error) => error instanceof PushBusyError)
    if (busy.length > 0) throw new SlowDownError(Math.max(...busy.map((error) => error.retryAfterMs)))
    if (failures[0]) throw failures[0]
  })
}

async function sendTo(
  { db, config }: WorkerContext,
  push: WebPush,
  { eventId, event, creator, tip, goal }: EventDetails,
  { sessionId, sealed, locale }: PushSubscriptionRow,
): Promise<void> {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const to = unsealSubscription(config.secretsKey, creator.uid, sealed)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  const message = writeTipPush({ kind, tip, goal }, eventId, locale)
  if ((await push.send(to, JSON.stringify(message))) === 'gone')
    await deleteGonePushSubscription(db, sessionId, sealed)
}
