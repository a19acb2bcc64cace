/** Webhooks as they came, kept raw until they are worked off (and 90 days at most). */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { Provider } from '../schema.ts'

export interface NewWebhook {
  provider: Provider
  providerAccountId: string
  eventId: string
  type: string
  body: string
}

/** Stores a webhook; false when that event is here already. */
export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<boolean> {
  const row = await db
    .insertInto('webhookEvent')
    .values(webhook)
    .onConflict((oc) => oc.columns(['provider', 'providerAccountId', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

/** Webhooks stored before `before` that nobody has worked off, oldest first. */
export async function listOpenWebhooks(db: Db, before: Date, limit: number): Promise<NewWebhook[]> {
  return db
    .selectFrom('webhookEvent')
    .select(['provider', 'providerAccountId', 'eventId', 'type', 'body'])
    .where('processedAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(limit)
    .execute()
}

export async function markWebhookProcessed(db: Db, webhook: NewWebhook): Promise<void> {
  await db
    .updateTable('webhookEvent')
    .set({ processedAt: sql<Date>`now()` })
    .where('provider', '=', webhook.provider)
    .where('providerAccountId', '=', webhook.providerAccountId)
    .where('eventId', '=', webhook.eventId)
    .execute()
}
