/** Browsers that receive a creator's push messages, each through its session. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '../../connection.ts'
import type { Schema } from '../../schema.ts'

/** The maximum number of browsers of one account that receive a push message. */
const maxBrowsers = 20

export interface NewPushSubscription extends Omit<Insertable<Schema['pushSubscription']>, 'sessionId'> {
  tokenHash: Buffer
}

/**
 * Stores the subscription of a session's browser. It replaces the browser's earlier one, even if that belonged to another
 * account.
 */
export async function savePushSubscription(db: Db, subscription: NewPushSubscription): Promise<void> {
  const { uid, tokenHash, endpointHash, sealed, locale } = subscription
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('pushSubscription').where('endpointHash', '=', endpointHash).execute()
    await sql`
      insert into push_subscription (session_id, uid, endpoint_hash, sealed, locale)
      select id, uid, ${endpointHash}, ${sealed}, ${locale} from session
      where token_hash = ${tokenHash} and uid = ${uid}
      on conflict (session_id) do update
        set endpoint_hash = excluded.endpoint_hash, sealed = excluded.sealed, locale = excluded.locale
    `.execute(trx)
  })
}

/** Returns whether a session's browser is subscribed. */
export async function hasPushSubscription(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('pushSubscription')
    .innerJoin('session', 'session.id', 'pushSubscription.sessionId')
    .select('session.id')
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the subscription of a session's browser. */
export async function deletePushSubscription(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .deleteFrom('pushSubscription')
    .where('sessionId', 'in', (eb) =>
      eb.selectFrom('session').select('id').where('tokenHash', '=', tokenHash),
    )
    .execute()
}

export type PushSubscriptionRow = Awaited<ReturnType<typeof listPushSubscriptions>>[number]

/** Returns the subscribed browsers of an account whose sessions are not expired, the latest first. */
export async function listPushSubscriptions(db: Db, uid: string) {
  return db
    .selectFrom('pushSubscription')
    .innerJoin('session', 'session.id', 'pushSubscription.sessionId')
    .select(['pushSubscription.sessionId', 'pushSubscription.sealed', 'pushSubscription.locale'])
    .where('pushSubscription.uid', '=', uid)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .orderBy('pushSubscription.createdAt', 'desc')
    .limit(maxBrowsers)
    .execute()
}

/** Deletes a subscription that its push service no longer knows. */
export async function deleteGonePushSubscription(db: Db, sessionId: string, sealed: string): Promise<void> {
  await db
    .deleteFrom('pushSubscription')
    .where('sessionId', '=', sessionId)
    .where('sealed', '=', sealed) // does not delete a newer subscription of the same session
    .execute()
}
