/** Makes senders that need to know the event of a delivery. */
import { findEventDetails } from '../../db/queries/deliveries/event-details.ts'
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import type { LeasedDelivery } from '../../db/queries/deliveries/deliveries.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'

/** Reads the event of a delivery and passes it to `send`. If the event was erased, nothing is sent. */
export function sendEvent(
  { db }: Pick<WorkerContext, 'db'>,
  send: (event: EventDetails, delivery: LeasedDelivery) => Promise<void | 'recorded'>,
): Send {
  return async (delivery) => {
    const event = delivery.eventId === null ? undefined : await findEventDetails(db, delivery.eventId)
    return event && send(event, delivery)
  }
}
