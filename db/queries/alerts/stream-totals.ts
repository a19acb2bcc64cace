/** What a creator has received, as the widget on the stream shows it. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'
import { receivedSince } from '../goals/received-since.ts'

export interface StreamTotalsRow {
  currency: PayoutCurrency
  /** The total since the creator started the stream's total; if never, the total of all time. */
  streamMinor: number
  /** The totals of this day and this month in the creator's time zone. */
  todayMinor: number
  monthMinor: number
  /** When this day ends. */
  dayEndsAt: Date
  startedAt: Date | null
}

/**
 * Returns a creator's totals, without what was returned; undefined for an account without a currency. Reads a row for each day with
 * tips, and those of `receivedSince` for the day and the month.
 */
export async function findStreamTotals(
  db: Db,
  creatorUid: string,
  now: Date,
): Promise<StreamTotalsRow | undefined> {
  const since = (day: string) => receivedSince({ creatorUid, day: sql.ref(day), zone: sql.ref('here.zone') })
  const { rows } = await sql<StreamTotalsRow>`
    with here as materialized (${localDayOf(creatorUid, now)})
    select here.currency, s.started_at, ${since('here.day')} as today_minor, ${since('here.month')} as month_minor,
      greatest(sums.all_minor - coalesce(s.before_minor, 0), 0)::bigint as stream_minor,
      -- the first hour of a day comes twice where clocks go back to midnight, and Postgres then means the second
      case when ((day_end - interval '1 hour') at time zone here.zone)::date > here.day
        then day_end - interval '1 hour' else day_end end as day_ends_at
    from here left join stream_total s on s.creator_uid = ${creatorUid}
    cross join lateral (select (here.day + 1)::timestamp at time zone here.zone as day_end) e
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as all_minor from creator_day_total where creator_uid = ${creatorUid}
    ) sums
  `.execute(db)
  return rows[0]
}

/** Selects a creator's currency and time zone, and the day and the first day of the month there; nothing without a currency. */
function localDayOf(creatorUid: string, now: Date) {
  return sql`
    select currency, zone, day, date_trunc('month', day)::date as month
    from (select currency, time_zone_or_utc(time_zone) as zone from account
      where uid = ${creatorUid} and currency is not null offset 0) a
    cross join lateral (select (${now}::timestamptz at time zone zone)::date as day) d`
}

/** Lets a creator's stream total count from now on. */
export async function startStreamTotal(db: Db, creatorUid: string): Promise<void> {
  await sql`
    insert into stream_total (creator_uid, before_minor)
    select ${creatorUid}::uuid, coalesce(sum(amount_minor), 0) from creator_day_total where creator_uid = ${creatorUid}
    on conflict (creator_uid) do update set started_at = now(), before_minor = excluded.before_minor
  `.execute(db)
}
