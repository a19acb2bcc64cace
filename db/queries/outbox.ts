/** Events that are not fanned out yet. */
import { sql } from 'kysely'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { ChatbotToggles, ChatPlatform, NotificationPreferences } from '../../contract/entities.ts'
import type { Db, Trx } from '../connection.ts'
import { eventDetailsColumns, eventDetailsJoins, toEventDetails } from './event-details.ts'
import type { EventDetails, EventDetailsRow } from './event-details.ts'

/** One creator's events that are not fanned out, with the settings that decide where they go. */
export interface OpenEvents {
  creatorUid: string
  events: EventDetails[]
  preferences: NotificationPreferences
  chat: Partial<Record<ChatPlatform, ChatbotToggles>>
  /** Whether any browser of the creator has subscribed to push messages. */
  hasPush: boolean
}

interface OpenEventRow extends EventDetailsRow, NotificationPreferences {
  chat: OpenEvents['chat'] | null
  hasPush: boolean
}

/**
 * The creators of those of the given events that are not fanned out; each with all of their events that are not, oldest first,
 * up to `limit`. Including the other events keeps a creator's events in order when several workers have one each. Reads open
 * events by a partial index, and everything else by key.
 */
export async function listOpenEvents(
  db: Db,
  eventIds: readonly string[],
  limit: number,
): Promise<OpenEvents[]> {
  const { rows } = await sql<OpenEventRow>`/* prepared: list_open_events */
    with settings as materialized (
      select e.creator_uid, coalesce(p.receive_all_tips, true) as receive_all_tips,
        coalesce(p.receive_goal_funded, true) as receive_goal_funded,
        (
          select jsonb_object_agg(c.platform, jsonb_build_object(
            'receiveAllTips', coalesce(s.receive_all_tips, ${defaultChatbotToggles.receiveAllTips}::boolean),
            'receiveGoalFunded', coalesce(s.receive_goal_funded, ${defaultChatbotToggles.receiveGoalFunded}::boolean),
            'receiveGeneralTips', coalesce(s.receive_general_tips, ${defaultChatbotToggles.receiveGeneralTips}::boolean)
          ))
          from platform_connection c
          left join chatbot_settings s on s.uid = c.uid and s.platform = c.platform
          where c.uid = e.creator_uid and c.access_lost_at is null
        ) as chat,
        exists (select from push_subscription s where s.uid = e.creator_uid) as has_push
      from (
        select distinct creator_uid from outbox
        where event_id = any(${eventIds}::uuid[]) and fanned_out_at is null
      ) e
      left join notification_preference p on p.uid = e.creator_uid
    )
    select ${eventDetailsColumns}, settings.receive_all_tips, settings.receive_goal_funded, settings.chat, settings.has_push
    from settings
    cross join lateral (
      select * from outbox
      where creator_uid = settings.creator_uid and fanned_out_at is null
      -- A funded goal has the time of its tip, and comes after it.
      order by created_at, type desc
      limit ${limit}
    ) o
    ${eventDetailsJoins}
    order by o.creator_uid, o.created_at, o.type desc
  `.execute(db)
  const uids = [...new Set(rows.map(({ uid }) => uid))]
  return uids.map((uid) => toOpenEvents(rows.filter((row) => row.uid === uid)))
}

function toOpenEvents(rows: OpenEventRow[]): OpenEvents {
  const { uid, receiveAllTips, receiveGoalFunded, chat, hasPush } = rows[0]!
  const preferences = { receiveAllTips, receiveGoalFunded }
  return { creatorUid: uid, events: rows.map(toEventDetails), preferences, chat: chat ?? {}, hasPush }
}

/** Locks events that are older than a second and not fanned out, oldest first, except those that another process has locked. */
export async function takeForgottenEvents(trx: Trx, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('outbox')
    .select('eventId')
    .where('fannedOutAt', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - interval '1 second'`)
    .orderBy('createdAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ eventId }) => eventId)
}
