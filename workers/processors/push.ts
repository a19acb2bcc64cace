/** Sends tips and funded goals to the browsers in which their creator asked for it. */
import type { DeliveryJob } from '../../contract/events.ts'
import { forgetPushSubscription, listPushSubscriptions } from '../../db/queries/push-subscriptions.ts'
import type { PushSubscriptionRow } from '../../db/queries/push-subscriptions.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { PushBusyError } from '../../domain/notifications/web-push.ts'
import type { WebPush } from '../../domain/notifications/web-push.ts'
import { unsealSubscription } from '../../domain/notifications/push-subscription.ts'
import { writeTipPush } from '../../domain/notifications/tip-push.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import { SlowDownError } from '../errors.ts'
import type { Processor } from '../start-worker.ts'

/** A repeat reaches all browsers again, where it takes the place of the first by its tag. */
export function pushProcessor(ctx: WorkerContext, push: WebPush): Processor<DeliveryJob> {
  return deliveryProcessor(ctx, 'push', async (story) => {
    const browsers = await listPushSubscriptions(ctx.db, story.creator.uid)
    const ends = await Promise.allSettled(browsers.map((browser) => tell(ctx, push, story, browser)))
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
    const busy = failures.filter((error) => error instanceof PushBusyError)
    if (busy.length > 0) throw new SlowDownError(Math.max(...busy.map((error) => error.retryAfterMs)))
    if (failures[0]) throw failures[0]
  })
}

async function tell(
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
    await forgetPushSubscription(db, sessionId, sealed)
}
