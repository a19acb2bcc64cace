/** Writes a tip or a funded goal into its creator's list; whether it is wanted was decided at the fan-out. */
import type { DeliveryJob } from '../../contract/events.ts'
import { insertNotification } from '../../db/queries/notifications-insert.ts'
import { ring } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import type { Processor } from '../start-worker.ts'

/** A repeat finds its row there already. */
export function notificationsProcessor(ctx: WorkerContext): Processor<DeliveryJob> {
  return deliveryProcessor(ctx, 'notifications', async ({ eventId, event, tip, creator: { uid } }) => {
    if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
    const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
    await insertNotification(ctx.db, { uid, eventId, kind, tipId: tip.id })
    await ring(ctx, { kind: 'notification', uid })
  })
}
