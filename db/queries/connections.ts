/** Creators' accounts on Twitch, YouTube and Discord; tokens are sealed before they are stored. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import type { Schema } from '../schema.ts'

/** The unique index that allows a channel to be connected to one account only. */
const channelIndex = 'platform_connection_channel'

export type NewConnection = Insertable<Schema['platformConnection']>

/** Returns a creator's account on a platform. */
export async function findConnection(db: Db, uid: string, platform: ChatPlatform) {
  return db
    .selectFrom('platformConnection')
    .selectAll()
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .executeTakeFirst()
}

/** Connects an account, replacing the previous connection; false when the channel is connected to another account. */
export async function saveConnection(db: Db, connection: NewConnection): Promise<boolean> {
  const { uid: _uid, platform: _platform, ...rest } = connection
  const anew = { problem: null, problemAt: null, accessLostAt: null, refreshingUntil: null }
  const now = sql<Date>`now()`
  try {
    await db
      .insertInto('platformConnection')
      .values(connection)
      .onConflict((oc) =>
        oc.columns(['uid', 'platform']).doUpdateSet({ ...anew, connectedAt: now, checkedAt: now, ...rest }),
      )
      .execute()
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === channelIndex) return false
    throw error
  }
}

/** Deletes a connection and returns it, so that its tokens can be revoked. */
export async function deleteConnection(db: Db, uid: string, platform: ChatPlatform) {
  return db
    .deleteFrom('platformConnection')
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .returningAll()
    .executeTakeFirst()
}
