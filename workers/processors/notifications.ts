/** Writes tips and funded goals into their creator's list; whether they are wanted was decided at the fan-out. */
import type { DeliveryJob } from '../../contract/events.ts'
import { storeNotifications } from '../../db/queries/notifications-insert.ts'
import { ring } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Processor } from '../start-worker.ts'

/** Stores the notifications that these events are owed, and rings for whom they are. */
export async function storeOwedNotifications(ctx: WorkerContext, eventIds: readonly string[]): Promise<void> {
  const uids = await storeNotifications(ctx.db, eventIds)
  await Promise.all(uids.map((uid) => ring(ctx, { kind: 'notification', uid })))
}

/** Stores what the fan-out could not. */
export function notificationsProcessor(ctx: WorkerContext): Processor<DeliveryJob> {
  return ({ eventId }) => storeOwedNotifications(ctx, [eventId])
}
