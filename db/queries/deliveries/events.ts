/** Inserts events into the outbox, except those of a captured tip: the statement that records the tip inserts them. */
import type { OutboxEvent } from '../../../contract/events.ts'
import type { Db } from '../../connection.ts'

/** Inserts an event into the outbox and returns its id. The caller publishes it after the commit. */
export async function insertEvent(db: Db, creatorUid: string, event: OutboxEvent): Promise<string> {
  const { eventId } = await db
    .insertInto('outbox')
    .values({ type: event.type, creatorUid, payload: JSON.stringify(event) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  return eventId
}
