/** The traces of events. The table is written only while traces are on. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** Stores the trace of an event, as a `traceparent`. A later one for the same event is ignored. */
export async function insertEventTrace(db: Db, eventId: string, parent: string): Promise<void> {
  await db
    .insertInto('eventTrace')
    .values({ eventId, parent })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Finds the trace of an event. */
export async function findEventTrace(db: Db, eventId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('eventTrace')
    .select('parent')
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row?.parent
}

/** Deletes the traces of events older than this many days. */
export async function deleteOldTraces(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('eventTrace')
    .where('createdAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
