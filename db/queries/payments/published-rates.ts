/** The exchange rates of past days, which invoices need. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** How much of a currency is paid for one unit of another. */
export interface DatedRate {
  rate: number
  /** The day (YYYY-MM-DD) of publication. */
  day: string
}

/** The longest pause of the publisher, over Easter, takes five days. */
const maxAgeDays = 14

/**
 * Finds the latest rate that was published by the end of a month (its first day, as YYYY-MM-DD). If none was read then, finds the
 * first one after it. Reads some weeks' rates of two currencies.
 */
export async function findPublishedRate(
  db: Db,
  { from, to, month }: { from: string; to: string; month: string },
): Promise<DatedRate | undefined> {
  const both = sql`published_rate f join published_rate t using (published_on)
    where f.currency = ${from} and t.currency = ${to}`
  const { rows } = await sql<DatedRate>`
    with next as (select (${month}::date + interval '1 month')::date as month)
    (select (t.per_euro / f.per_euro)::float8 as rate, published_on::text as day, 1 as choice from ${both}
      and published_on < (select n.month from next n) and published_on >= (select n.month from next n) - ${maxAgeDays}::integer
      order by published_on desc limit 1)
    union all
    (select (t.per_euro / f.per_euro)::float8, published_on::text, 2 from ${both}
      and published_on >= (select n.month from next n) order by published_on limit 1)
    order by choice limit 1`.execute(db)
  return rows[0] && { rate: rows[0].rate, day: rows[0].day }
}
