/** Webhooks as they were received. They are stored raw until they are processed, and for 90 days at most. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Provider, Schema } from '../../schema.ts'
import { isDue } from './failed-work.ts'
import type { WorkItem } from './failed-work.ts'

/** A received webhook. `payeeId` is the payee's account that sent it, or '' for the platform's own account. */
export type NewWebhook = Pick<
  Selectable<Schema['webhookEvent']>,
  'provider' | 'payeeId' | 'eventId' | 'type' | 'body'
>

/** Stores a webhook. Returns false when a webhook of the same event is already stored. */
export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<boolean> {
  const row = await db
    .insertInto('webhookEvent')
    .values(webhook)
    .onConflict((oc) => oc.columns(['provider', 'payeeId', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the key of the stored failures to process a webhook (`failed-work.ts`). */
export function webhookItem({ provider, payeeId, eventId }: NewWebhook): WorkItem {
  return { kind: 'webhook', key: `${provider} ${payeeId} ${eventId}` }
}

/**
 * Lists unprocessed webhooks of these providers that were stored at least ten seconds before `now`, oldest first. Webhooks that
 * wait after a failure are not listed. Reads only unprocessed webhooks.
 */
export async function listOpenWebhooks(
  db: Db,
  providers: readonly Provider[],
  now: Date,
  limit: number,
): Promise<NewWebhook[]> {
  if (providers.length === 0) return []
  return db
    .selectFrom('webhookEvent')
    .select(['provider', 'payeeId', 'eventId', 'type', 'body'])
    .where('processedAt', 'is', null)
    .where('provider', 'in', providers)
    .where('receivedAt', '<', new Date(now.getTime() - 10_000))
    .where(isDue('webhook', sql`provider || ' ' || payee_id || ' ' || event_id`, now))
    .orderBy('receivedAt')
    .limit(limit)
    .execute()
}

/** Marks a webhook as processed. */
export async function markWebhookProcessed(db: Db, webhook: NewWebhook): Promise<void> {
  await db
    .updateTable('webhookEvent')
    .set({ processedAt: sql<Date>`now()` })
    .where('provider', '=', webhook.provider)
    .where('payeeId', '=', webhook.payeeId)
    .where('eventId', '=', webhook.eventId)
    .execute()
}
