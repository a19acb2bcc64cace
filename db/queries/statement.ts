/**
 * A creator's statement: movements, totals by year, and owed fees. They are read from tables that a trigger keeps up to date
 * (`0039-kept-sums`).
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { MovementKind, StatementEntry, YearSummary } from '../../contract/statement-calls.ts'
import type { Currency } from '../../contract/money.ts'
import type { Db } from '../connection.ts'
import type { Mode } from '../schema.ts'
import { recordingProvider } from './payment-records.ts'
import { shownWorthOf } from './tip-worth.ts'

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
 * Lists a creator's movements before the id `before`, newest first. Reads only these movements, by an index, and their tips. With
 * `year`, it reads only the movements between the first and the last of that year.
 */
export async function listStatement(db: Db, filter: PageFilter, limit: number): Promise<StatementRow[]> {
  const order = sql`order by id desc`
  return listMovements(db, sql`${sql.join(conditionsOf(filter), and)} ${order} limit ${limit}`, order)
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
 * Lists the first `limit` of a creator's movements in a range of ids, oldest first. Postgres knows the range when it plans, and so
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
  return listMovements(db, sql`${sql.join(conditions, and)} ${order} limit ${limit}`, order)
}

const and = sql` and `

/** Lists the movements of `wanted`, the end of a statement from its conditions on, with what their tips say. */
async function listMovements(
  db: Db,
  wanted: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select m.id, m.tip_id, m.kind, m.booked_at, m.provider, m.currency, m.creator_minor as amount,
      -m.platform_fee_minor as platform_fee, -m.provider_fee_minor as provider_fee, m.balance_minor as balance,
      case when t.is_anonymous then 'Anonymous' else t.supporter_name end as name, ${refundable} as refundable,
      m.kind = 'capture' and t.provider = ${recordingProvider} and t.provider_fee_minor is null as is_fee_pending,
      case when m.kind = 'capture' then ${shownWorthOf(sql.ref('t'))} end as worth
    from (
      select * from ledger_movement where ${wanted}
    ) m join tip t on t.id = m.tip_id
    ${order}
  `.execute(db)
  return rows
}

function conditionsOf({ creatorUid, mode, year, kind, before }: PageFilter): RawBuilder<unknown>[] {
  const conditions = [sql`creator_uid = ${creatorUid} and mode = ${mode}`]
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

/** Compares the time itself, of which Postgres has statistics, so that it reads a page from the end of the index. */
const isBookedIn = (year: number) =>
  sql`booked_at >= ${firstOf(year)}::timestamptz and booked_at < ${firstOf(year + 1)}::timestamptz`

/** The first moment (UTC) of a year. */
const firstOf = (year: number) => new Date(Date.UTC(year, 0))

/** The condition `kind <> 'capture'` lets Postgres use the partial index of movements that are not captures. */
function rareKind(kind: MovementKind): RawBuilder<unknown> {
  return sql`kind = ${kind} and kind <> 'capture'`
}

/** The part of a tip's charge that can still be refunded, in minor units; 0 while the tip has an open dispute or refund. */
export const refundable = sql<number>`case
  when exists (select from dispute d where d.provider = t.provider and d.capture_id = t.capture_id and d.status = 'open')
    or exists (select from refund_request q where q.tip_id = t.id and q.status = 'asked') then 0
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
