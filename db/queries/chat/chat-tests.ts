/** Test lines in creators' chats: events without a tip, which are delivered like the announcement of one. */
import { sql } from 'kysely'
import { chatDestinations, chatTested } from '../../../contract/events.ts'
import type { DeliveryStatus } from '../../../contract/events.ts'
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import type { Db } from '../../connection.ts'

/**
 * Inserts a test line for a connected chat, with its delivery, which expires after `lifetimeMs`. Returns false when the platform is
 * not connected. The event counts as fanned out, because this is its only delivery.
 */
export async function insertChatTest(
  db: Db,
  uid: string,
  platform: ChatPlatform,
  lifetimeMs: number,
): Promise<boolean> {
  const event = chatTested.parse({ type: 'chat.tested', platform })
  const { rows } = await sql<{ eventId: string }>`
    with connected as (
      update platform_connection set tested_event_id = gen_random_uuid()
      where uid = ${uid} and platform = ${platform}
      returning uid, tested_event_id
    ),
    event as (
      insert into outbox (event_id, type, creator_uid, payload, fanned_out_at)
      select tested_event_id, ${event.type}, uid, ${JSON.stringify(event)}::jsonb, now() from connected
      returning event_id, creator_uid
    )
    insert into delivery (event_id, destination, creator_uid, expires_at)
    select event_id, ${chatDestinations[platform]}, creator_uid, now() + ${lifetimeMs} * interval '1 millisecond' from event
    returning event_id`.execute(db)
  return rows.length > 0
}

export interface ChatTestRow {
  platform: ChatPlatform
  status: DeliveryStatus
  reason: string | null
  at: Date
}

/** Lists the latest test line of each of a creator's connected chats. */
export async function listChatTests(db: Db, uid: string): Promise<ChatTestRow[]> {
  return db
    .selectFrom('platformConnection')
    .innerJoin('delivery', 'delivery.eventId', 'platformConnection.testedEventId')
    .where('platformConnection.uid', '=', uid)
    .select(['platformConnection.platform', 'delivery.status', 'delivery.reason', 'delivery.createdAt as at'])
    .execute()
}
