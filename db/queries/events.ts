/** Events that do not come with money: those are written with their tip, in one statement. */
import type { OutboxEvent } from '../../contract/events.ts'
import type { Db } from '../connection.ts'

/** Appends an event of a creator's to the outbox and returns its id, to be published once it is committed. */
export async function insertEvent(db: Db, creatorUid: string, event: OutboxEvent): Promise<string> {
  const { eventId } = await db
    .insertInto('outbox')
    .values({ type: event.type, creatorUid, payload: JSON.stringify(event) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  return eventId
}
