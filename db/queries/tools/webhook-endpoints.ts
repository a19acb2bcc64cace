/** The endpoints of creators' tools. We send them events as webhooks. */
import { sql } from 'kysely'
import type { DialectName } from '../../../contract/tools/dialects.ts'
import type { Db, Trx } from '../../connection.ts'
import { isSurelyMissed } from './webhook-deliveries.ts'
import { selectAdded } from '../security/sensitive-changes.ts'

/** Lists a creator's endpoints, the oldest first, with how much waits for each and was given up. */
export async function listWebhookEndpoints(db: Db, creatorUid: string) {
  return endpoints(db).where('e.creatorUid', '=', creatorUid).orderBy('e.createdAt').orderBy('e.id').execute()
}

/** Returns one of a creator's endpoints. */
export async function findWebhookEndpoint(db: Db, creatorUid: string, id: string) {
  return endpoints(db).where('e.creatorUid', '=', creatorUid).where('e.id', '=', id).executeTakeFirst()
}

export type WebhookEndpointRow = Awaited<ReturnType<typeof listWebhookEndpoints>>[number]

function endpoints(db: Db) {
  return db
    .selectFrom('webhookEndpoint as e')
    .selectAll('e')
    .select((eb) => [
      eb
        .selectFrom('delivery as d')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('d.endpointId', '=', 'e.id')
        .where('d.status', 'in', ['due', 'leased'])
        .as('waiting'),
      eb
        .selectFrom('delivery as d')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('d.endpointId', '=', 'e.id')
        .where('d.status', '=', 'gave_up')
        .where(isSurelyMissed('d'))
        .as('gaveUp'),
    ])
}

/** Stores an endpoint unless the creator already has `max`; returns whether it did. The caller has locked the account. */
export async function insertWebhookEndpoint(
  trx: Trx,
  row: { id: string; creatorUid: string; dialect: DialectName; url: string; secretSealed: string },
  max: number,
): Promise<boolean> {
  const own = await trx
    .selectFrom('webhookEndpoint')
    .select('id')
    .where('creatorUid', '=', row.creatorUid)
    .execute()
  if (own.length >= max) return false
  await trx.insertInto('webhookEndpoint').values(row).execute()
  return true
}

/** Removes one of a creator's endpoints; returns whether it existed. */
export async function deleteWebhookEndpoint(db: Db, creatorUid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookEndpoint')
    .where('creatorUid', '=', creatorUid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Replaces an endpoint's secret. The former one is valid for another day if `keepsFormer`. */
export async function replaceEndpointSecret(
  db: Db,
  id: string,
  { secretSealed, keepsFormer }: { secretSealed: string; keepsFormer: boolean },
): Promise<void> {
  const former = {
    formerSecretSealed: sql<string>`secret_sealed`,
    formerUntil: sql<Date>`now() + interval '1 day'`,
  }
  await db
    .updateTable('webhookEndpoint')
    .set({ secretSealed, ...(keepsFormer && former) })
    .where('id', '=', id)
    .execute()
}

/** Records that an endpoint has taken an event. */
export async function markEndpointWorking(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhookEndpoint')
    .set({ failingSince: null, warnedAt: null })
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .execute()
}

/** Records that an attempt at an endpoint has failed, unless earlier ones have. */
export async function markEndpointFailing(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhookEndpoint')
    .set({ failingSince: sql<Date>`now()` })
    .where('id', '=', id)
    .where('failingSince', 'is', null)
    .execute()
}

/** Records that the creator is mailed about a failing endpoint; false if that was recorded already. */
export async function markEndpointWarned(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhookEndpoint')
    .set({ warnedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .where('warnedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the endpoints that were added by changes of the account that can still be undone. */
export async function deleteAddedEndpoints(trx: Trx, uid: string): Promise<void> {
  await trx
    .deleteFrom('webhookEndpoint')
    .where('creatorUid', '=', uid)
    .where(sql<string>`id::text`, 'in', selectAdded(trx, uid, 'webhook-added'))
    .execute()
}
