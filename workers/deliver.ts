/** The life of a delivery job: opened, carried out, settled. */
import type { DeliveryJob } from '../contract/events.ts'
import { delayDelivery, openDelivery, settleDeliveries } from '../db/queries/deliveries.ts'
import type { QueuedDestination } from '../db/queue.ts'
import { findEventDetails } from '../db/queries/event-details.ts'
import type { EventDetails } from '../db/queries/event-details.ts'
import type { WorkerContext } from './context.ts'
import { GiveUpError, SlowDownError } from './errors.ts'
import type { Processor } from './start-worker.ts'

/**
 * Makes a processor of what one destination does with an event. It does nothing when the delivery is settled; between success
 * and its mark a crash repeats it, so `carry` is safe to repeat or says what a repeat costs. One that
 * answers `later` has seen to what becomes of the delivery.
 */
export function deliveryProcessor(
  { db }: WorkerContext,
  destination: QueuedDestination,
  carry: (story: EventDetails) => Promise<void | 'later'>,
): Processor<DeliveryJob> {
  return async ({ eventId }) => {
    const isOwed = await openDelivery(db, eventId, destination)
    const story = isOwed && (await findEventDetails(db, eventId))
    if (!story) return
    try {
      if ((await carry(story)) === 'later') return
    } catch (error) {
      if (error instanceof GiveUpError)
        await settleDeliveries(db, [eventId], destination, 'gave_up', error.reason)
      if (error instanceof SlowDownError) await delayDelivery(db, eventId, destination, error.milliseconds)
      throw error
    }
    await settleDeliveries(db, [eventId], destination, 'sent')
  }
}
