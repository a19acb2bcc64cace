/** Refunds in a file of earlier tips that is being read. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** What a refund took off a tip of a file that is being read, and whether that was all of it. */
export interface TakenBack {
  currency: string
  amountMinor: number
  isAll: boolean
}

/** Takes returned amounts off the new tips of a file. A tip with nothing left becomes a line that is not imported. */
export async function takeBack(
  db: Db,
  importId: string,
  returns: readonly { dedupKey: Buffer; amountMinor: number; currency: string }[],
): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    with tip as (
      select o.line_no, o.currency, least(r.amount, o.amount_minor) as taken, r.amount >= o.amount_minor as is_all
      from unnest(
        ${returns.map(({ dedupKey }) => `\\x${dedupKey.toString('hex')}`)}::bytea[],
        ${returns.map(({ amountMinor }) => amountMinor)}::bigint[], ${returns.map(({ currency }) => currency)}::text[]
      ) r (dedup_key, amount, currency)
      join import_line o on o.import_id = ${importId} and o.dedup_key = r.dedup_key and o.currency = r.currency
      where not o.is_known
    ), changed as (
      update import_line l set
        problem = case when t.is_all then 'returned' end,
        at = case when not t.is_all then l.at end,
        name = case when not t.is_all then l.name end,
        message = case when not t.is_all then l.message end,
        amount_minor = case when not t.is_all then l.amount_minor - t.taken end,
        currency = case when not t.is_all then l.currency end,
        dedup_key = case when not t.is_all then l.dedup_key end
      from tip t where l.import_id = ${importId} and l.line_no = t.line_no
    )
    select currency, taken as amount_minor, is_all from tip`.execute(db)
  return rows
}

/** The times of the first and the last new tip of a file; null without any. */
export interface Span {
  from: Date | null
  to: Date | null
}

/** Returns the span of the new tips of a file. */
export async function findSpan(db: Db, importId: string): Promise<Span> {
  const { rows } = await sql<Span>`
    select min(at) as "from", max(at) as "to" from import_line
    where import_id = ${importId} and problem is null and not is_known`.execute(db)
  return rows[0]!
}
