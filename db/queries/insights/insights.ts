/** A creator's earnings by day, and the received tips. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'
import { receivedSince } from '../goals/received-since.ts'
import { shownWorthOf } from '../tip-worth.ts'

export interface Insights {
  currency: PayoutCurrency
  days: { day: string; amount: number; tips: number }[]
  beforeMinor: number
  allTimeMinor: number
  importedMinor: number
}

/**
 * Reads a creator's earnings on each of the last days in the creator's time zone, oldest first and including days without tips, and the
 * sum of the same number of days before. Imported tips are included where the creator says so, on their days of UTC. Reads a row for
 * each quarter of an hour with tips in these days, a row per day, and one per day of each import.
 */
export async function readInsights(
  db: Db,
  creatorUid: string,
  days: number,
  now: Date,
): Promise<Insights | undefined> {
  const since = (day: RawBuilder<unknown>) => receivedSince({ creatorUid, day, zone: sql.ref('today.zone') })
  const { rows } = await sql<Insights>`
    with here as materialized (
      select currency, time_zone_or_utc(time_zone) as zone from account where uid = ${creatorUid} and currency is not null
    ),
    today as materialized (
      select currency, zone, day, day - ${days}::int as last_before, day - 2 * ${days}::int as before_all
      from here cross join lateral (select (${now}::timestamptz at time zone zone)::date as day) d
    ),
    imported as (
      select day, sum(amount_minor)::bigint as amount_minor, sum(tips)::int as tips
      from imported_day_total where creator_uid = ${creatorUid} group by day
    ),
    own as (
      select (q.starts_at at time zone today.zone)::date as day, sum(q.amount_minor)::bigint as amount_minor,
        sum(q.tips)::int as tips
      from today join creator_quarter_hour q on q.creator_uid = ${creatorUid}
        and q.starts_at >= today.last_before::timestamp at time zone 'utc'
      group by 1
    ),
    mine as (
      select day, coalesce(o.amount_minor, 0) + coalesce(i.amount_minor, 0) as amount_minor,
        coalesce(o.tips, 0) + coalesce(i.tips, 0) as tips
      from own o full join imported i using (day)
    )
    select today.currency,
      (
        select jsonb_agg(jsonb_build_object('day', d::date, 'amount', coalesce(m.amount_minor, 0),
          'tips', coalesce(m.tips, 0)) order by d)
        from generate_series(today.last_before + 1, today.day, interval '1 day') d
        left join mine m on m.day = d::date
      ) as days,
      ${since(sql`(today.before_all + 1)`)} - ${since(sql`(today.last_before + 1)`)} + (
        select coalesce(sum(amount_minor), 0)::bigint from imported
        where imported.day > today.before_all and imported.day <= today.last_before
      ) as before_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from creator_day_total where creator_uid = ${creatorUid})
        + (select coalesce(sum(amount_minor), 0)::bigint from imported) as all_time_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from imported) as imported_minor
    from today
  `.execute(db)
  return rows[0]
}

/**
 * Sums what a creator has received in total, how much of that came from general tips (what no goal has received), and how much was
 * imported. Reads a row per day and goal, and one per day of each import.
 */
export async function sumEarnings(db: Db, creatorUid: string) {
  const { rows } = await sql<{
    currency: PayoutCurrency
    totalMinor: number
    generalMinor: number
    importedMinor: number
  }>`
    select currency, own_minor + imported_minor as total_minor, imported_minor, greatest(own_minor - (
        select coalesce(sum(s.amount_received_minor), 0) from goal g join goal_span s on s.goal_id = g.goal_id where g.creator_uid = uid
      ), 0)::bigint as general_minor
    from account a cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as own_minor from creator_day_total where creator_uid = a.uid
    ) received cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as imported_minor from imported_day_total where creator_uid = a.uid
    ) imported
    where uid = ${creatorUid} and currency is not null
  `.execute(db)
  return rows[0]
}

export type ReceivedTipRow = Awaited<ReturnType<typeof listReceivedTips>>[number]

/**
 * Whether an overlay skipped the alert of the row's tip when it reconnected, and no page without key has received it. Without the offset,
 * Postgres would collect all alerts that were not shown, of all creators, before it looks at the tips of a page.
 */
const isSkipped = sql<boolean>`exists (
  select from outbox e join alert al on al.event_id = e.event_id join creator_counter c on c.creator_uid = al.creator_uid
  where e.type = 'tip.captured' and (e.payload ->> 'tipId')::uuid = tip.id
    and al.shown_at is null and al.is_sent_keyless is false and al.seq <= c.skipped_seq offset 0)`

/** Returns a creator's tips, latest first, optionally those before a capture number. */
export async function listReceivedTips(
  db: Db,
  creatorUid: string,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .leftJoin('goal', 'goal.goalId', 'tip.goalId')
    .select(['tip.id', 'tip.captureNo', 'tip.supporterName', 'tip.isAnonymous', 'tip.isPrivate'])
    .select(['tip.message', 'tip.amountMinor', 'tip.currency', 'tip.returnedMinor', 'tip.capturedAt'])
    .select(shownWorthOf(sql.ref('tip')).as('worth'))
    .select(['tip.hold', 'tipOrder.isForReview', 'goal.title as goalTitle', isSkipped.as('isSkipped')])
    .where('tip.creatorUid', '=', creatorUid)
    .$if(before !== undefined, (query) => query.where('tip.captureNo', '<', before!))
    .orderBy('tip.captureNo', 'desc')
    .limit(limit)
    .execute()
}

/** Returns whether a tip was given to this creator. */
export async function isTipOf(db: Db, creatorUid: string, tipId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tip')
    .select('id')
    .where('id', '=', tipId)
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads which steps of the set-up a creator has completed: payout account, goal, a first or test alert, a chat, a first tip. */
export async function readChecklist(db: Db, uid: string) {
  const { rows } = await sql<Record<'payment' | 'goal' | 'alert' | 'chat' | 'tip', boolean>>`
    select exists (select from payout_account where uid = ${uid} and is_ready) as payment,
      exists (select from goal where creator_uid = ${uid}) as goal,
      exists (select from creator_counter where creator_uid = ${uid} and alert_seq > 0) as alert,
      exists (select from platform_connection where uid = ${uid} and access_lost_at is null) as chat,
      exists (select from creator_counter where creator_uid = ${uid} and capture_no > 0) as tip
  `.execute(db)
  return rows[0]!
}
