/** Writes of tools that named an `Idempotency-Key`, so that a repeated request gets the first one's response. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

export interface WriteKey {
  tokenId: string
  key: string
  requestHash: Buffer
}

/** How long a write without a response counts as under way; requests end earlier. */
const runningSeconds = 60

/**
 * Claims a write. Returns its id if the caller is to make it, or else the earlier write with this key. A write whose outcome is not known
 * may be claimed again after a minute, and keeps its id.
 */
export async function claimToolWrite(db: Db, { tokenId, key, requestHash }: WriteKey) {
  const { rows } = await sql<{ writeId: string }>`
    insert into tool_write (token_id, key, request_hash) values (${tokenId}, ${key}, ${requestHash})
    on conflict (token_id, key) do update set created_at = now()
      where tool_write.response is null and tool_write.request_hash = excluded.request_hash
        and tool_write.created_at < now() - ${runningSeconds} * interval '1 second'
    returning write_id`.execute(db)
  if (rows[0]) return rows[0]
  return db
    .selectFrom('toolWrite')
    .select(['requestHash', 'response'])
    .where('tokenId', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Stores the response of a claimed write. */
export async function saveToolWrite(db: Db, { tokenId, key }: WriteKey, response: unknown): Promise<void> {
  await db
    .updateTable('toolWrite')
    .set({ response: JSON.stringify(response) })
    .where('tokenId', '=', tokenId)
    .where('key', '=', key)
    .execute()
}

/** Gives a claimed write back that failed, so that the tool may try it again. */
export async function releaseToolWrite(db: Db, { tokenId, key }: WriteKey): Promise<void> {
  await db.deleteFrom('toolWrite').where('tokenId', '=', tokenId).where('key', '=', key).execute()
}

/** Deletes writes that are older than a day. */
export async function deleteOldToolWrites(db: Db): Promise<void> {
  await db
    .deleteFrom('toolWrite')
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
