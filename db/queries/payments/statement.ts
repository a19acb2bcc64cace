/**
 * A creator's statement: rows, totals by year, and owed fees. They are read from tables that a trigger keeps up to date
 * (`0039-kept-sums`). A row is a movement; that of a capture has the provider's fee of the tip as well (`0291-fee-in-its-row`).
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { MovementKind, StatementEntry, YearSummary } from '../../../contract/payments/statement-calls.ts'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'
import type { Mode } from '../../schema.ts'
import { recordingProvider } from './payment-records.ts'
import { shownWorthOf } from '../tip-worth.ts'

export interface StatementFilter {
  creatorUid: string
  mode: Mode
  year?: number | undefined
  kind?: MovementKind | undefined
}

type PageFilter = StatementFilter & { before?: number | undefined }

/** A statement entry whose `bookedAt` is a Date. */
export type StatementRow = Omit<StatementEntry, 'bookedAt'> & { bookedAt: Date }

/**
 * Lists a creator's rows before the id `before`, newest first. Reads only their movements, by an index, those that `listRows` adds, and
 * their tips. With `year`, it reads only the movements between the first and the last of that year.
 */
export async function listStatement(db: Db, filter: PageFilter, limit: number): Promise<StatementRow[]> {
  const order = sql`order by id desc`
  return listRows(db, filter, { wanted: conditionsOf(filter), order, limit })
}

/** The ids of movements in a part of a statement: those after `after`, up to and including `last`. */
interface IdRange {
  after: number
  last: number
}

/** Returns the ids of a creator's movements, those of a year if the filter names one; undefined if there are none. */
export async function findStatementIds(
  db: Db,
  { creatorUid, mode, year }: StatementFilter,
): Promise<IdRange | undefined> {
  const years = db.selectFrom('ledgerYear').where('creatorUid', '=', creatorUid).where('mode', '=', mode)
  const row = await (year === undefined ? years : years.where('year', '=', year))
    .select(({ fn }) => [fn.min('firstId').as('first'), fn.max('lastId').as('last')])
    .executeTakeFirstOrThrow()
  return row.first === null ? undefined : { after: Number(row.first) - 1, last: Number(row.last) }
}

/**
 * Lists the first `limit` of a creator's rows in a range of ids, oldest first. Postgres knows the range when it plans, and so
 * reads in the order of the ids instead of sorting a whole year.
 */
export async function listStatementUpward(
  db: Db,
  { year, ...filter }: StatementFilter,
  { after, last }: IdRange,
  limit: number,
): Promise<StatementRow[]> {
  const order = sql`order by id`
  const ofYear = year === undefined ? [] : [isBookedIn(year)]
  const conditions = [...conditionsOf(filter), sql`id > ${after} and id <= ${last}`, ...ofYear]
  return listRows(db, filter, { wanted: conditions, order, limit })
}

const and = sql` and `

interface WantedRows {
  wanted: RawBuilder<unknown>[]
  order: RawBuilder<unknown>
  limit: number
}

/**
 * Lists rows with what their tips say. A balance is the kept one, with the fees that rows up to this one have and that were booked after
 * it. They are looked for only as far after the row as a fee of those months ever came after its capture, which is some seconds unless
 * the provider was away, so the query reads some movements for each row.
 */
async function listRows(
  db: Db,
  { creatorUid, mode }: StatementFilter,
  { wanted, order, limit }: WantedRows,
): Promise<StatementRow[]> {
  const fees = sql`ledger_movement f where f.creator_uid = ${creatorUid} and f.mode = ${mode} and f.capture_row is not null`
  const wait = sql`f.id - f.capture_row`
  const { rows } = await sql<StatementRow>`
    with m as materialized (
      select *, ${monthOf('booked_at')} as month from ledger_movement where ${sql.join(wanted, and)} ${order} limit ${limit}
    ), wait as materialized (
      select near.month, longest.ids from (select distinct month + n * interval '1 month' as month from m, generate_series(-1, 1) n) near
      cross join lateral (
        select ${wait} as ids from ${fees} and ${monthOf('f.booked_at')} = near.month order by ${wait} desc limit 1
      ) longest
    )
    select m.id, m.tip_id, m.kind, m.booked_at, m.provider, m.currency, m.creator_minor + fee.creator_minor as amount,
      -m.platform_fee_minor as platform_fee, -m.fee_owed_minor as fee_owed,
      -m.provider_fee_minor - fee.provider_fee_minor as provider_fee, m.balance_minor + late.creator_minor as balance,
      case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name, ${refundable} as refundable,
      m.kind = 'capture' and t.provider = ${recordingProvider} and t.provider_fee_minor is null as is_fee_pending,
      case when m.kind = 'capture' then ${shownWorthOf(sql.ref('t'))} end as worth,
      case when m.kind = 'adjustment' then jsonb_build_object('reason', a.reason, 'transactionId', a.transaction_id) end as adjustment
    from m join tip t on t.id = m.tip_id left join adjustment a on a.id = m.movement_id and m.kind = 'adjustment'
    cross join lateral (
      select coalesce(sum(f.creator_minor), 0)::bigint as creator_minor, coalesce(sum(f.provider_fee_minor), 0)::bigint as provider_fee_minor
      from ${fees} and m.kind = 'capture' and f.capture_row = m.id
    ) fee
    cross join lateral (
      select coalesce(sum(f.creator_minor), 0)::bigint as creator_minor
      from ${fees} and f.currency = m.currency and f.capture_row <= m.id and f.id > m.id and f.id <= m.id + (
        select max(ids) from wait w where w.month between m.month - interval '1 month' and m.month + interval '1 month'
      )
    ) late
    ${order}
  `.execute(db)
  return rows
}

/** The first moment (UTC) of the month of a time, as the index of fees has it. */
const monthOf = (column: string) => sql`date_trunc('month', ${sql.ref(column)} at time zone 'utc')`

function conditionsOf({ creatorUid, mode, year, kind, before }: PageFilter): RawBuilder<unknown>[] {
  const conditions = [sql`creator_uid = ${creatorUid} and mode = ${mode} and capture_row is null`]
  if (before !== undefined) conditions.push(sql`id < ${before}`)
  if (kind !== undefined) conditions.push(kind === 'capture' ? sql`kind = 'capture'` : rareKind(kind))
  if (year === undefined) return conditions
  const ofYear = sql`ledger_year y where y.creator_uid = ${creatorUid} and y.mode = ${mode} and y.year = ${year}`
  return [
    ...conditions,
    sql`id >= (select min(y.first_id) from ${ofYear}) and id <= (select max(y.last_id) from ${ofYear})`,
    isBookedIn(year),
  ]
}

/** Compares the time itself, because Postgres has statistics of it and then reads a page from the end of the index. */
const isBookedIn = (year: number) =>
  sql`booked_at >= ${firstOf(year)}::timestamptz and booked_at < ${firstOf(year + 1)}::timestamptz`

/** The first moment (UTC) of a year. */
const firstOf = (year: number) => new Date(Date.UTC(year, 0))

/** The condition `kind <> 'capture'` lets Postgres use the partial index of rows that are not captures. */
function rareKind(kind: MovementKind): RawBuilder<unknown> {
  return sql`kind = ${kind} and kind <> 'capture'`
}

/** The part of a tip's charge that can still be refunded, in minor units; 0 while the tip has an open dispute or refund. */
export const refundable = sql<number>`case
  when exists (select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.status = 'open')
    or exists (select from refund_request q where q.tip_id = t.id and q.status = 'asked')
    or exists (select from provider_refund r where r.provider = t.provider and r.capture_id = t.capture_id and r.status = 'pending') then 0
  else greatest(0,
    -coalesce((select sum(l.amount_minor) from ledger_entry l where l.tip_id = t.id and l.account = 'provider'), 0))
  end::bigint`

/** Lists totals of each year and currency, newest first. Reads a row per year, currency and provider. */
export async function listYears(db: Db, creatorUid: string, mode: Mode): Promise<YearSummary[]> {
  const { rows } = await sql<YearSummary>`
    select year, currency, sum(received_minor)::bigint as received, -sum(returned_minor)::bigint as returned,
      -sum(platform_fee_minor)::bigint as platform_fees, -sum(fee_owed_minor)::bigint as fees_owed,
      -sum(provider_fee_minor)::bigint as provider_fees, -sum(disputed_minor)::bigint as disputed,
      sum(creator_minor)::bigint as net
    from ledger_year where creator_uid = ${creatorUid} and mode = ${mode}
    group by year, currency order by year desc, currency
  `.execute(db)
  return rows
}

/** Returns the fees that a creator owes, in minor units by currency, without zeros. Reads a row per year, currency and provider. */
export async function listUnpaidFees(
  db: Db,
  creatorUid: string,
  mode: Mode,
): Promise<{ currency: Currency; amount: number }[]> {
  const { rows } = await sql<{ currency: Currency; amount: number }>`
    select currency, -sum(fee_owed_minor)::bigint as amount from ledger_year
    where creator_uid = ${creatorUid} and mode = ${mode}
    group by currency having sum(fee_owed_minor) <> 0 order by currency
  `.execute(db)
  return rows
}
