/** From rows to jobs: each delivery on the queue of its destination, under an id that names the event. */
import { destinations } from '../contract/events.ts'
import type { Destination } from '../contract/events.ts'
import type { NewDelivery } from '../db/queries/outbox.ts'
import type { QueuedDestination, Queues } from '../db/queue.ts'

/** The events of each destination that has any, in their order. */
export function groupByDestination(
  deliveries: readonly NewDelivery[],
): { destination: Destination; eventIds: string[] }[] {
  return destinations
    .map((destination) => ({
      destination,
      eventIds: deliveries.filter((one) => one.destination === destination).map(({ eventId }) => eventId),
    }))
    .filter(({ eventIds }) => eventIds.length > 0)
}

/** Puts deliveries on the queue of their destination; one whose job is there already is not added again. */
export async function publishDeliveries(
  queues: Queues,
  destination: QueuedDestination,
  eventIds: readonly string[],
): Promise<void> {
  await queues.add(
    destination,
    eventIds.map((eventId) => ({ id: `dl-${eventId}`, data: { eventId } })),
  )
}
