import type { DialectName } from '../../contract/tools/dialects.ts'
import type { NewWebhook } from '../../contract/tools/webhook-calls.ts'
import { insertWebhook, showSecret } from './webhooks.ts'
import type { WebhookContext } from './webhooks.ts'

/** Stores an endpoint of a creator without a session; returns it with its secret. */
export async function plantWebhook(
  ctx: WebhookContext,
  creatorUid: string,
  url: string,
  dialect: DialectName = 'standard',
) {
  return showSecret(ctx, creatorUid, await plantService(ctx, creatorUid, { dialect, url }))
}

/** Stores an endpoint of any dialect without a session; returns its id. */
export async function plantService(
  { db, config }: WebhookContext,
  creatorUid: string,
  added: NewWebhook,
): Promise<string> {
  const { id } = await db
    .transaction()
    .execute((trx) => insertWebhook({ db: trx, config }, creatorUid, added))
  return id
}
