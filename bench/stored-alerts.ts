/** Creates thousands of creators, and stores and publishes their alerts as the workers do. */
import { sql } from 'kysely'
import type { PubSubMessage } from '../contract/events.ts'
import type { Db } from '../db/connection.ts'
import type { AlertBody } from '../db/queries/alerts/alerts.ts'

const body: AlertBody = {
  kind: 'tip',
  isTest: false,
  name: 'Grace',
  message: 'For the clay! May the kiln never cool.',
  amount: 5_00,
  currency: 'gbp',
  goal: { title: 'A kiln for the clay season', amount: 100_00, amountReceived: 25_00 },
  at: '2026-01-05T12:00:00.000Z',
}

/**
 * Inserts creators with their counters, and returns their uids. `db` must be connected as the owner of the tables, because only the
 * owner may run ANALYZE. Tables that are still empty are not analysed: Postgres would plan sequential scans for them and keep those
 * plans as the tables grow.
 */
export async function buildCreators(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    with made as (
      insert into account (email, user_name, display_name, account_type, currency)
      select 'c' || n || '@example.test', 'creator_' || n, 'Creator ' || n, 1, 'gbp' from generate_series(1, ${count}::int) n
      returning uid
    ),
    counted as (insert into creator_counter (creator_uid) select uid from made)
    select uid from made
  `.execute(db)
  await sql`analyze account, creator_counter`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Stores one more alert for each of these creators; returns the pub/sub messages for the alerts. */
export async function storeAlertEach(db: Db, creatorUids: readonly string[]): Promise<PubSubMessage[]> {
  const { rows } = await sql<{ id: string; creatorUid: string; seq: number }>`
    with requested as (select unnest(${creatorUids}::uuid[]) as creator_uid),
    event as (
      insert into outbox (type, creator_uid, payload, fanned_out_at)
      select 'tip.captured', creator_uid, '{}', now() from requested
      returning event_id, creator_uid
    ),
    counted as (
      update creator_counter c set alert_seq = alert_seq + 1 from requested r where c.creator_uid = r.creator_uid
      returning c.creator_uid, c.alert_seq
    )
    insert into alert (creator_uid, seq, event_id, is_test, body)
    select counted.creator_uid, counted.alert_seq, event.event_id, false, ${JSON.stringify(body)}::jsonb
    from counted join event on event.creator_uid = counted.creator_uid
    returning id, creator_uid, seq
  `.execute(db)
  return rows.map(({ id, creatorUid, seq }) => ({
    kind: 'alert',
    creatorUid,
    seq,
    alerts: [{ ...body, id, seq }],
  }))
}
