/** Webhooks as they came: stored raw, once each, before anything is done with them. */
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../connection.ts'
import type { Provider, Schema } from '../schema.ts'

export type NewWebhookEvent = Insertable<Schema['webhookEvent']>
export type WebhookEventRow = Selectable<Schema['webhookEvent']>
export type WebhookEventKey = Pick<WebhookEventRow, 'provider' | 'providerAccountId' | 'eventId'>

/** Stores a verified webhook; false when that event is stored already. */
export async function insertWebhookEvent(db: Db, event: NewWebhookEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhookEvent')
    .values(event)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Marks a webhook done. */
export async function markWebhookProcessed(db: Db, key: WebhookEventKey): Promise<void> {
  await db
    .updateTable('webhookEvent')
    .set({ processedAt: sql<Date>`now()` })
    .where('provider', '=', key.provider)
    .where('providerAccountId', '=', key.providerAccountId)
    .where('eventId', '=', key.eventId)
    .execute()
}

/** Webhooks that came before then and are not done, the oldest first. */
export async function listOpenWebhookEvents(
  db: Db,
  provider: Provider,
  before: Date,
  limit: number,
): Promise<WebhookEventRow[]> {
  return db
    .selectFrom('webhookEvent')
    .selectAll()
    .where('provider', '=', provider)
    .where('processedAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(limit)
    .execute()
}

/** Removes webhooks that came before then; how many they were. */
export async function deleteWebhookEventsBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookEvent')
    .where('receivedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
