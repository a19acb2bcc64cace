/** What a creator has received, as the widget on the stream shows it. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'
import { lockCounter } from '../accounts/profiles.ts'
import { endStreamPeriods } from '../goals/goal-periods.ts'
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
      local_midnight(here.day + 1, here.zone) as day_ends_at
    from here left join stream_total s on s.creator_uid = ${creatorUid}
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

/** Begins a stream of a creator: its total counts from now on, and so do the goals that start anew with each stream. */
export async function startStream(db: Db, creatorUid: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCounter(trx, creatorUid)
    await sql`
      insert into stream_total (creator_uid, started_at, before_minor)
      select ${creatorUid}::uuid, next_millisecond(), coalesce(sum(amount_minor), 0) from creator_day_total where creator_uid = ${creatorUid}
      on conflict (creator_uid) do update set started_at = excluded.started_at, before_minor = excluded.before_minor
    `.execute(trx)
    await endStreamPeriods(trx, creatorUid)
  })
}
