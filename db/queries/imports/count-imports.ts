/**
 * Counts the tips of imports on the leaderboards and in the totals, and takes them out again, in parts. Each part is one transaction:
 * what is counted is exactly what is in `imported_tip`, and a repeated part finds its lines gone.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { toMinorUnits } from '../../../contract/money/minor-units.ts'
import type { Db, Trx } from '../../connection.ts'
import { lockCounter } from '../accounts/profiles.ts'
import { soon } from './imports.ts'
import type { ImportRow } from './imports.ts'
import { periodsOf } from '../payments/supporter-periods.ts'

/**
 * Claims an import that is being counted or removed for two minutes; undefined in any other state. Its attempts are those since a part
 * was last done.
 */
export async function takeImport(db: Db, importId: string): Promise<ImportRow | undefined> {
  return db
    .updateTable('tipImport')
    .set({ attempts: sql<number>`attempts + 1`, dueAt: soon })
    .where('importId', '=', importId)
    .where('state', 'in', ['importing', 'removing'])
    .returningAll()
    .executeTakeFirst()
}

/** Gives up an import: nothing continues it until it is taken out. */
export async function failImport(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('tipImport')
    .set({ state: 'failed' })
    .where('importId', '=', importId)
    .where('state', 'in', ['importing', 'removing'])
    .execute()
}

/** Returns and locks an import that is being counted or removed; undefined in any other state. */
export async function lockImport(trx: Trx, importId: string): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('tipImport')
    .selectAll()
    .where('importId', '=', importId)
    .where('state', 'in', ['importing', 'removing'])
    .forUpdate()
    .executeTakeFirst()
}

/** A week or month that began before a file was read never becomes the current one again, so its totals would never be read. */
const recentDays = 31

/**
 * What was given by each supporter of these rows, by period: in all, and by week and month of the tips that were recent when the file
 * was read.
 */
function totalsOf(rows: RawBuilder<unknown>, { createdAt }: ImportRow): RawBuilder<unknown> {
  return sql`
    select creator_uid, p.period, p.period_start, supporter_key(null, name),
      (array_agg(name order by at desc))[1] as name, sum(worth_minor)::bigint as amount_minor
    from ${rows} r cross join lateral (${periodsOf(sql`r.at`)}) p (period, period_start)
    where name is not null and worth_minor > 0
      and (p.period = 'all' or r.at >= ${createdAt}::timestamptz - ${recentDays} * interval '1 day')
    group by 1, 2, 3, 4 order by 4, 2, 3`
}

/**
 * Moves the next lines of an import, `size` of the file's, to the imported tips, and counts them. A line that another import has brought
 * meanwhile is left out. Returns whether more lines may follow.
 */
export async function countPart(trx: Trx, row: ImportRow, size: number): Promise<boolean> {
  if (row.inBoards) await lockCounter(trx, row.creatorUid) // tips lock it before the totals, so neither waits for the other
  const { rows } = await sql<{ isMore: boolean }>`
    with added as (
      insert into imported_tip (import_id, line_no, creator_uid, at, name, message, amount_minor, currency, worth_minor, dedup_key)
      select import_id, line_no, ${row.creatorUid}, at, name, message, amount_minor, currency, ${worthIn(row)}, dedup_key
      from import_line where ${partOf(row.importId, row.countedTo, size)} and problem is null
        and (currency = ${row.currency} or ${JSON.stringify(row.rates)}::jsonb ? currency)
      order by dedup_key
      on conflict (creator_uid, dedup_key) do nothing
      returning *
    ), board as (
      insert into supporter_total (creator_uid, period, period_start, supporter_key, name, amount_minor)
      select * from (${totalsOf(sql`added`, row)}) t where ${row.inBoards}
      on conflict (creator_uid, period, period_start, supporter_key) do update
      set amount_minor = supporter_total.amount_minor + excluded.amount_minor
    ), days as (
      insert into imported_day_total (import_id, creator_uid, day, amount_minor, tips)
      select import_id, creator_uid, (at at time zone 'utc')::date as day, sum(worth_minor), count(*)
      from added where ${row.inTotals} group by 1, 2, 3 order by 3
      on conflict (creator_uid, day, import_id) do update
      set amount_minor = imported_day_total.amount_minor + excluded.amount_minor,
        tips = imported_day_total.tips + excluded.tips
    )
    update tip_import set tips = tips + (select count(*) from added),
      worth_minor = worth_minor + (select coalesce(sum(worth_minor), 0) from added),
      counted_to = counted_to + ${size}, attempts = 0, due_at = ${soon}
    where import_id = ${row.importId}
    returning exists (
      select from import_line where import_id = ${row.importId} and line_no > ${row.countedTo + size}
    ) as is_more`.execute(trx)
  return rows[0]!.isMore
}

/** Selects lines by their numbers, which the index finds also while the planner does not know yet how many there are. */
function partOf(importId: string, after: number, size: number): RawBuilder<unknown> {
  return sql`import_id = ${importId} and line_no > ${after} and line_no <= ${after + size}`
}

/** What a line is worth in the currency of the import, by the creator's rates between whole units. */
function worthIn({ currency, rates }: ImportRow): RawBuilder<unknown> {
  const units = Object.fromEntries(Object.keys(rates).map((one) => [one, toMinorUnits(1, one)]))
  return sql`case when currency = ${currency} then amount_minor else round(
    amount_minor * (${JSON.stringify(rates)}::jsonb ->> currency)::numeric
      * ${toMinorUnits(1, currency ?? '')}::int / (${JSON.stringify(units)}::jsonb ->> currency)::int
  )::bigint end`
}

/** Ends an import: the lines that were left out go. */
export async function endImport(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('importLine').where('importId', '=', importId).execute()
  await trx.updateTable('tipImport').set({ state: 'imported' }).where('importId', '=', importId).execute()
}

/**
 * Deletes the last of an import's tips, `size` lines of the file, and takes them off the leaderboards. A total that falls to nothing goes,
 * with its name. Returns whether more may follow.
 */
export async function removePart(trx: Trx, row: ImportRow, size: number): Promise<boolean> {
  if (row.inBoards) await lockCounter(trx, row.creatorUid)
  const rest = Math.max(row.countedTo - size, 0)
  await sql`
    with gone as (
      delete from imported_tip where ${partOf(row.importId, rest, size)} returning *
    ), total as materialized (
      select s.id, s.amount_minor = t.amount_minor as is_all, t.amount_minor
      from (${totalsOf(sql`gone`, row)}) t cross join lateral (${totalRowOf}) s
      where ${row.inBoards} and s.supporter_key = t.supporter_key and s.period = t.period and s.period_start = t.period_start
    ), emptied as (
      delete from supporter_total s using total t where s.ctid = t.id and t.is_all
    ), reduced as (
      update supporter_total s set amount_minor = s.amount_minor - t.amount_minor
      from total t where s.ctid = t.id and not t.is_all
    )
    update tip_import set tips = tips - (select count(*) from gone), counted_to = ${rest}, attempts = 0, due_at = ${soon},
      worth_minor = worth_minor - (select coalesce(sum(worth_minor), 0) from gone)
    where import_id = ${row.importId}`.execute(trx)
  return rest > 0
}

/**
 * Selects the stored row of a total `t`, or the next one. With this order, only the primary key can find it: the index by amount, which the
 * planner takes for as good before the table is analysed, would read all supporters of the period.
 */
const totalRowOf = sql`
  select k.ctid as id, k.* from supporter_total k
  where (k.creator_uid, k.period, k.period_start, k.supporter_key) >= (t.creator_uid, t.period, t.period_start, t.supporter_key)
  order by k.creator_uid, k.period, k.period_start, k.supporter_key limit 1`

/** Takes an import's tips out of the daily totals at once. */
export async function removeDays(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('importedDayTotal').where('importId', '=', importId).execute()
}

/** Deletes an import that has no tips left, with its lines. */
export async function deleteImport(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('importLine').where('importId', '=', importId).execute()
  await trx.deleteFrom('tipImport').where('importId', '=', importId).execute()
}
