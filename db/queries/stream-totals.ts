/** What a creator has received, as the widget on the stream shows it. Every query reads a row for each day with tips. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Db } from '../connection.ts'

export interface StreamTotalsRow {
  currency: PayoutCurrency
  /** Since the creator has started the stream's total; in all, if never. */
  streamMinor: number
  /** Of this day and this month, in UTC. */
  todayMinor: number
  monthMinor: number
  startedAt: Date | null
}

/** Returns a creator's totals, without what was returned; undefined for an account without a currency. */
export async function findStreamTotals(db: Db, creatorUid: string): Promise<StreamTotalsRow | undefined> {
  const { rows } = await sql<StreamTotalsRow>`
    select a.currency, s.started_at,
      greatest(sums.all_minor - coalesce(s.before_minor, 0), 0)::bigint as stream_minor, sums.today_minor, sums.month_minor
    from account a left join stream_total s on s.creator_uid = a.uid
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as all_minor,
        coalesce(sum(amount_minor) filter (where day = (now() at time zone 'utc')::date), 0)::bigint as today_minor,
        coalesce(sum(amount_minor) filter (where day >= date_trunc('month', now() at time zone 'utc')), 0)::bigint as month_minor
      from creator_day_total where creator_uid = a.uid
    ) sums
    where a.uid = ${creatorUid} and a.currency is not null
  `.execute(db)
  return rows[0]
}

/** Lets a creator's stream total count from now on. */
export async function startStreamTotal(db: Db, creatorUid: string): Promise<void> {
  await sql`
    insert into stream_total (creator_uid, before_minor)
    select ${creatorUid}::uuid, coalesce(sum(amount_minor), 0) from creator_day_total where creator_uid = ${creatorUid}
    on conflict (creator_uid) do update set started_at = now(), before_minor = excluded.before_minor
  `.execute(db)
}
