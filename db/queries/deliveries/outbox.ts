/** Events that are not fanned out yet. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { defaultChatbotToggles } from '../../../contract/entities.ts'
import type { DeliverySettings } from '../../../contract/events.ts'
import type { Db, Trx } from '../../connection.ts'
import { hasTimerOf } from '../timer/timers.ts'
import { eventDetailsColumns, eventDetailsJoins, toEventDetails } from './event-details.ts'
import type { EventDetails, EventDetailsRow } from './event-details.ts'

/** One creator's events that are not fanned out, with the settings that decide their destinations. */
export interface OpenEvents {
  creatorUid: string
  events: EventDetails[]
  settings: DeliverySettings
}

/** Returns SQL that selects a creator's delivery settings as jsonb. `uid` is an SQL expression of the creator's id. */
export function deliverySettingsOf(uid: RawBuilder<unknown>) {
  const { receiveAllTips, receiveGoalFunded, receiveGeneralTips } = defaultChatbotToggles
  return sql`jsonb_build_object(
      'preferences', coalesce((
        select jsonb_build_object('receiveAllTips', p.receive_all_tips, 'receiveGoalFunded', p.receive_goal_funded)
        from notification_preference p where p.uid = ${uid}
      ), '{"receiveAllTips": true, "receiveGoalFunded": true}'),
      'chat', coalesce((
        select jsonb_object_agg(c.platform, jsonb_build_object(
          'receiveAllTips', coalesce(s.receive_all_tips, ${receiveAllTips}::boolean),
          'receiveGoalFunded', coalesce(s.receive_goal_funded, ${receiveGoalFunded}::boolean),
          'receiveGeneralTips', coalesce(s.receive_general_tips, ${receiveGeneralTips}::boolean),
          'minTipMinor', coalesce(s.min_tip_minor, 0)
        ))
        from platform_connection c
        left join chatbot_settings s on s.uid = c.uid and s.platform = c.platform
        where c.uid = ${uid} and c.access_lost_at is null
      ), '{}'),
      'hasPush', exists (select from push_subscription s where s.uid = ${uid}),
      'hasWebhooks', exists (select from webhook_endpoint w where w.creator_uid = ${uid}),
      'hasTimer', ${hasTimerOf(uid)},
      'speech', (
        select jsonb_build_object('minTipMinor', s.min_tip_minor) from speech_setting s
        where s.creator_uid = ${uid} and s.engine = 'file'
      )
    )`
}

/**
 * Returns SQL conditions that select a creator's events that are not fanned out. `alias` is a row of the outbox, `uid` an SQL
 * expression of the creator's id.
 *
 * With a plain "is null" Postgres may read the open events of all creators instead. Only the index `outbox_open_of_creator` has the
 * condition "is not false". docs/decisions/0035-plans-for-open-work.md.
 */
export function isOpenOfCreator(alias: string, uid: RawBuilder<unknown>) {
  return sql`${sql.ref(`${alias}.creator_uid`)} = ${uid} and (${sql.ref(`${alias}.fanned_out_at`)} is null) is not false`
}

/**
 * Returns an SQL condition: the creator of `event`, a row of the outbox, has an older event that is open and not one of `eventIds`. `also`
 * is a further condition on the older events, whose alias is `older`. Without the offset, Postgres would turn the subselect into a join,
 * and might read the events of all creators for it.
 */
export function hasOlderOpenEvent(event: string, eventIds: unknown, also = sql`true`) {
  const of = (column: string) => sql.ref(`${event}.${column}`)
  return sql`exists (
        select from outbox older
        where ${isOpenOfCreator('older', of('creator_uid'))} and older.event_id <> all(${eventIds}::uuid[]) and ${also}
          -- The event of a funded goal has the same time as its tip's event, and must follow it.
          and older.created_at <= ${of('created_at')} and (older.created_at < ${of('created_at')} or older.type > ${of('type')})
        offset 0
      )`
}

/**
 * Lists the creators of those given events that are not fanned out. Each creator comes with all of the creator's events that are
 * not fanned out, oldest first, up to `limit`. The events that were not given are included to keep a creator's events in order when
 * several workers each have one of them. Reads open events by a partial index, and everything else by key.
 */
export async function listOpenEvents(
  db: Db,
  eventIds: readonly string[],
  limit: number,
): Promise<OpenEvents[]> {
  const { rows } = await sql<
    EventDetailsRow & { settings: DeliverySettings }
  >`/* prepared: list_open_events */
    with creators as materialized (
      select e.creator_uid, ${deliverySettingsOf(sql.ref('e.creator_uid'))} as settings
      from (
        select distinct creator_uid from outbox
        -- For the reason of "is true" see docs/decisions/0035-plans-for-open-work.md.
        where event_id = any(${eventIds}::uuid[]) and (fanned_out_at is null) is true
      ) e
    )
    select ${eventDetailsColumns}, creators.settings
    from creators
    cross join lateral (
      select * from outbox
      where ${isOpenOfCreator('outbox', sql.ref('creators.creator_uid'))}
      -- The event of a funded goal has the same time as its tip's event, and must follow it.
      order by created_at, type desc
      limit ${limit}
    ) o
    ${eventDetailsJoins}
    order by o.creator_uid, o.created_at, o.type desc
  `.execute(db)
  const uids = [...new Set(rows.map(({ uid }) => uid))]
  return uids.map((creatorUid) => {
    const own = rows.filter(({ uid }) => uid === creatorUid)
    return { creatorUid, events: own.map(toEventDetails), settings: own[0]!.settings }
  })
}

/** In milliseconds. The queue will not process an event that is older than this and not fanned out. */
const overdueMs = 2_500

/**
 * Locks events that are older than a second and not fanned out, oldest first, except those that another process has locked. If
 * `isOverdue`, the queue will not process the event, so the caller has to fan it out.
 */
export async function takeForgottenEvents(
  trx: Trx,
  limit: number,
): Promise<{ eventId: string; isOverdue: boolean }[]> {
  return trx
    .selectFrom('outbox')
    .select([
      'eventId',
      sql<boolean>`created_at < now() - ${overdueMs} * interval '1 millisecond'`.as('isOverdue'),
    ])
    .where('fannedOutAt', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - interval '1 second'`)
    .orderBy('createdAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}
