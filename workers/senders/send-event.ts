/** Makes senders that need to know the event of a delivery. */
import { findEventDetails } from '../../db/queries/event-details.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'

/** Reads the event of a delivery and passes it to `send`. If the event was erased, nothing is sent. */
export function sendEvent(
  { db }: Pick<WorkerContext, 'db'>,
  send: (event: EventDetails) => Promise<void | 'recorded'>,
): Send {
  return async ({ id }) => {
    const event = await findEventDetails(db, id)
    return event && send(event)
  }
}
