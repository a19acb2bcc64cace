/** Creators' accounts at Twitch and YouTube; their tokens are sealed before they come here. */
import type { Insertable } from 'kysely'
import type { Platform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import type { ConnectionRow, Schema } from '../schema.ts'

export type NewConnection = Insertable<Schema['platformConnection']>

/** A creator's account at a platform. */
export async function findConnection(
  db: Db,
  uid: string,
  platform: Platform,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('platformConnection')
    .selectAll()
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Connects an account, in place of the one that was connected. */
export async function saveConnection(db: Db, connection: NewConnection): Promise<void> {
  const { uid: _uid, platform: _platform, ...rest } = connection
  await db
    .insertInto('platformConnection')
    .values(connection)
    .onConflict((oc) => oc.columns(['uid', 'platform']).doUpdateSet({ problem: null, ...rest }))
    .execute()
}

/** Forgets a connection and gives what it was, so that its tokens can be revoked. */
export async function deleteConnection(
  db: Db,
  uid: string,
  platform: Platform,
): Promise<ConnectionRow | undefined> {
  return db
    .deleteFrom('platformConnection')
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .returningAll()
    .executeTakeFirst()
}
