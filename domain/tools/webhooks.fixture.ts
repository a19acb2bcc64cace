import type { DialectName } from '../../contract/tools/dialects.ts'
import { insertWebhook, showSecret } from './webhooks.ts'
import type { WebhookContext } from './webhooks.ts'

/** Stores an endpoint of a creator without a session; returns it with its secret. */
export async function plantWebhook(
  { db, config }: WebhookContext,
  creatorUid: string,
  url: string,
  dialect: DialectName = 'standard',
) {
  const id = await db
    .transaction()
    .execute((trx) => insertWebhook({ db: trx, config }, creatorUid, { dialect, url }))
  return showSecret({ db, config }, creatorUid, id)
}
