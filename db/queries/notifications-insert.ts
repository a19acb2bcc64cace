/** Writing what an account is told; reading it is in `notifications.ts`. */
import type { Insertable } from 'kysely'
import type { Db } from '../connection.ts'
import type { Schema } from '../schema.ts'

/** Stores a notification; one event makes one for an account, however often it is stored. */
export async function insertNotification(
  db: Db,
  notification: Insertable<Schema['notification']>,
): Promise<void> {
  await db
    .insertInto('notification')
    .values(notification)
    .onConflict((oc) => oc.columns(['eventId', 'uid']).doNothing())
    .execute()
}
