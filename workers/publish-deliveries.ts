/** From rows to jobs: each delivery on the queue of its destination, under an id that names the event. */
import { destinations } from '../contract/events.ts'
import type { NewDelivery } from '../db/queries/outbox.ts'
import type { Queues } from '../db/queue.ts'

/** Puts deliveries on their queues, in their order; one whose job is there already is not added again. */
export async function publishDeliveries(queues: Queues, deliveries: readonly NewDelivery[]): Promise<void> {
  await Promise.all(
    destinations.map((destination) =>
      queues.add(
        destination,
        deliveries
          .filter((delivery) => delivery.destination === destination)
          .map(({ eventId }) => ({ id: `dl-${eventId}`, data: { eventId } })),
      ),
    ),
  )
}
