/** Creators' accounts on Twitch, YouTube and Discord; tokens are sealed before they are stored. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import type { Db, Trx } from '../../connection.ts'
import type { ConnectionRow, Schema } from '../../schema.ts'

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
  const anew = {
    problem: null,
    problemAt: null,
    accessLostAt: null,
    refreshingUntil: null,
    botIsModerator: null,
    postWay: null,
    testedEventId: null,
  }
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

/** Stores the new name of a connected account's channel, unless another account has been connected meanwhile. */
export async function updateConnectionChannel(
  db: Db,
  { uid, platform, platformUserId }: Pick<ConnectionRow, 'uid' | 'platform' | 'platformUserId'>,
  channel: string,
): Promise<void> {
  await db
    .updateTable('platformConnection')
    .set({ channel })
    .where('uid', '=', uid)
    .where('platform', '=', platform)
    .where('platformUserId', '=', platformUserId)
    .execute()
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

/** Deletes the connections that were made by changes that can still be undone, and returns them, so that their tokens can be revoked. */
export async function deleteAddedConnections(trx: Trx, uid: string): Promise<ConnectionRow[]> {
  return trx
    .deleteFrom('platformConnection')
    .where('uid', '=', uid)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sensitiveChange')
          .select('id')
          .whereRef('sensitiveChange.uid', '=', 'platformConnection.uid')
          .where('kind', '=', 'platform-connected')
          .where('expiresAt', '>', sql<Date>`now()`)
          .where(sql<boolean>`before ->> 'platform' = platform_connection.platform`)
          .where(sql<boolean>`before ->> 'platformUserId' = platform_connection.platform_user_id`),
      ),
    )
    .returningAll()
    .execute()
}
