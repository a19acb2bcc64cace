/**
 * The alerts that an overlay missed while it was disconnected. An alert is called old when it is more than ten minutes old, unless it
 * waited because the creator had paused alerts, or because of a panic, which ended less than an hour ago.
 */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Db } from '../../connection.ts'

/**
 * Returns the `seq` that an overlay continues after if it shows only the last `count` old alerts and all newer ones; 0 when there are not
 * more old alerts. Reads the alerts of the last ten minutes and `count` before them.
 */
export async function findOldStart(db: Db, creatorUid: string, count: number): Promise<number> {
  const row = await db
    .selectFrom('alert')
    .select('seq')
    .where('creatorUid', '=', creatorUid)
    .where(
      'createdAt',
      '<',
      sql<Date>`least(now() - interval '10 minutes', (
        select held_since from panel_state
        where creator_uid = ${creatorUid} and coalesce(released_at, now()) > now() - interval '1 hour'
      ))`,
    )
    .orderBy('seq', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Records that an overlay skipped a creator's alerts up to `seq`. Those that an overlay has shown still count as shown. */
export async function markSkipped(db: Db, creatorUid: string, seq: number): Promise<void> {
  await db
    .updateTable('creatorCounter')
    .set({ skippedSeq: seq })
    .where('creatorUid', '=', creatorUid)
    .where('skippedSeq', '<', seq)
    .where('alertSeq', '>=', seq)
    .execute()
}

export interface MissedTips {
  count: number
  sumMinor: number
  currency: Currency
  locale: Locale | null
  at: string
  /** The names of the latest supporters, each once, at most `maxNames`. */
  names: string[]
  /** The number of different names. */
  nameCount: number
}

/** What the tip of an alert is worth in its creator's currency; without a `worth` the tip is in that currency. */
const amountOf = (row: string) =>
  sql`coalesce(${sql.ref(row)}.body #>> '{worth,amount}', ${sql.ref(row)}.body ->> 'amount')::bigint`
const currencyOf = (row: string) =>
  sql`coalesce(${sql.ref(row)}.body #>> '{worth,currency}', ${sql.ref(row)}.body ->> 'currency')`

/** The maximum number of alerts in a digest; older ones are left out. */
const maxInDigest = 1_000
export const maxNames = 3

/**
 * Sums up the alerts of tips with a `seq` after `after` and up to `upTo`, without test alerts; undefined if there are none. Amounts
 * are what the tips are worth in the creator's currency. Reads at most a thousand alerts by index.
 */
export async function sumMissedTips(
  db: Db,
  creatorUid: string,
  after: number,
  upTo: number,
): Promise<MissedTips | undefined> {
  const { rows } = await sql<MissedTips>`
    with missed as (
      select seq, body from alert
      where creator_uid = ${creatorUid} and seq > ${Math.max(after, upTo - maxInDigest)} and seq <= ${upTo}
        and not is_test and body ->> 'kind' = 'tip' and skipped_at is null
        and seq > coalesce((select dropped_seq from panel_state where creator_uid = ${creatorUid}), 0)
    ),
    latest as (select body from missed order by seq desc limit 1)
    select count(*)::int as count, sum(${amountOf('missed')})::bigint as sum_minor,
      ${currencyOf('latest')} as currency, latest.body ->> 'locale' as locale, latest.body ->> 'at' as at,
      count(distinct missed.body ->> 'name')::int as name_count,
      array(
        select body ->> 'name' from missed group by body ->> 'name' order by max(seq) desc limit ${maxNames}
      ) as names
    from missed, latest
    where ${currencyOf('missed')} = ${currencyOf('latest')}
    group by latest.body
  `.execute(db)
  return rows[0]
}
