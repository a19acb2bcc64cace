/** The platform's own ledger by month. Months are their first day, as YYYY-MM-DD, in UTC. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/currencies.ts'
import type { PlatformSum } from '../../../contract/admin/admin-calls.ts'
import type { MovementKind } from '../../../contract/payments/statement-calls.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Mode, Provider } from '../../schema.ts'

export interface MonthKey {
  mode: Mode
  month: string
}

/** Returns when a month was closed. */
export async function findClosedAt(db: Db, { mode, month }: MonthKey): Promise<Date | undefined> {
  const row = await db
    .selectFrom('closedMonth')
    .select('closedAt')
    .where('mode', '=', mode)
    .where('month', '=', sql<string>`${month}::date`)
    .executeTakeFirst()
  return row?.closedAt
}

/**
 * Returns the sums of a month by provider and currency, also where nothing moved but fees are owed. Reads the month's rows of each
 * creator, what was carried over from the last carried month before it, and the rows of the months between: one at most, in the
 * first days of a month, until it is carried over.
 */
export async function listPlatformSums(db: Db, { mode, month }: MonthKey): Promise<PlatformSum[]> {
  const { rows } = await sql<PlatformSum>`
    with carried as (
      select max(c.month) as month from carried_month c where c.mode = ${mode} and c.month < ${month}::date
    ), moved as (
      select provider, currency, month = ${month}::date as is_now, kind = 'capture' as is_capture,
        sum(fee_minor) as fee, sum(owed_minor) as owed
      from platform_month
      where mode = ${mode} and month <= ${month}::date
        and month > coalesce((select c.month from carried c), '-infinity')
      group by provider, currency, is_now, is_capture
      union all
      select f.provider, f.currency, false, false, 0, -f.owed_minor
      from carried_fees f, carried c where f.mode = ${mode} and f.month = c.month
    )
    select provider, currency, -coalesce(sum(owed) filter (where not is_now), 0)::bigint as owed_opening,
      coalesce(sum(fee) filter (where is_now and is_capture), 0)::bigint as charged,
      coalesce(sum(fee) filter (where is_now and not is_capture), 0)::bigint as returned,
      coalesce(sum(fee + owed) filter (where is_now), 0)::bigint as received,
      -sum(owed)::bigint as owed_closing
    from moved group by provider, currency
    having bool_or(is_now) or sum(owed) <> 0
    order by provider, currency`.execute(db)
  return rows
}

/** One movement that changed the service fees. */
export interface PlatformMovement {
  id: number
  movementId: string
  kind: MovementKind
  provider: Provider
  currency: Currency
  creatorUid: string
  tipId: string
  bookedAt: Date
  feeMinor: number
  owedMinor: number
}

/**
 * Lists the movements of a month by creator and time, after the given one. Finds them by the creators' rows of the month, because each row
 * has its first and last movement.
 */
export async function listPlatformMovements(
  db: Db,
  { mode, month }: MonthKey,
  after: Pick<PlatformMovement, 'creatorUid' | 'id'> | undefined,
  limit: number,
): Promise<PlatformMovement[]> {
  const { creatorUid = '00000000-0000-0000-0000-000000000000', id = 0 } = after ?? {}
  const { rows } = await sql<PlatformMovement>`
    select m.id, m.movement_id, m.kind, m.provider, m.currency, m.creator_uid, m.tip_id, m.booked_at,
      m.platform_fee_minor as fee_minor, m.fee_owed_minor as owed_minor
    from (
      select creator_uid, min(first_id) as first_id, max(last_id) as last_id from platform_month
      where mode = ${mode} and month = ${month}::date and creator_uid >= ${creatorUid}
      group by creator_uid order by creator_uid limit ${limit}
    ) c
    cross join lateral (
      select * from ledger_movement m
      where m.creator_uid = c.creator_uid and m.mode = ${mode} and m.id between c.first_id and c.last_id
        and (m.creator_uid > ${creatorUid} or m.id > ${id})
        and (m.platform_fee_minor <> 0 or m.fee_owed_minor <> 0)
        and date_trunc('month', m.booked_at at time zone 'utc') = ${month}::date
      order by m.id limit ${limit}
    ) m
    order by c.creator_uid, m.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the first month with entries that is not closed and ended more than `days` days ago; undefined when there is none. */
export async function findMonthToClose(db: Db, mode: Mode, days: number): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    with closed as (select max(month) as month from closed_month where mode = ${mode}), next as (
      select coalesce(
        (select (c.month + interval '1 month')::date from closed c where c.month is not null),
        (select p.month from platform_month p where p.mode = ${mode} order by p.month limit 1)
      ) as month
    )
    select month::text as month from next
    where month + interval '1 month' + ${days} * interval '1 day' <= now() at time zone 'utc'`.execute(db)
  return rows[0]?.month ?? undefined
}

/** Returns the first month with entries that is not carried over and ended more than `days` days ago. */
export async function findMonthToCarry(db: Db, mode: Mode, days: number): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    with next as (
      select coalesce(
        (select (max(c.month) + interval '1 month')::date from carried_month c where c.mode = ${mode}),
        (select p.month from platform_month p where p.mode = ${mode} order by p.month limit 1)
      ) as month
    )
    select month::text as month from next
    where month + interval '1 month' + ${days} * interval '1 day' <= now() at time zone 'utc'`.execute(db)
  return rows[0]?.month ?? undefined
}

/** Stores what creators owe at the end of a month: from then on no fee can be booked into it. */
export async function insertCarriedMonth(
  trx: Trx,
  { mode, month }: MonthKey,
  sums: readonly PlatformSum[],
): Promise<void> {
  await trx.insertInto('carriedMonth').values({ mode, month }).execute()
  const owed = sums.filter(({ owedClosing }) => owedClosing !== 0)
  if (owed.length === 0) return
  const rows = owed.map(({ provider, currency, owedClosing }) => ({
    mode,
    month,
    provider,
    currency,
    owedMinor: owedClosing,
  }))
  await trx.insertInto('carriedFees').values(rows).execute()
}

/** Waits until no other transaction closes a month. The lock ends with the transaction. */
export async function lockClosing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('brimful close month'))`.execute(trx)
}

/** Stores a month's sums and closes it: from then on nothing can be booked into it. */
export async function insertClosedMonth(
  trx: Trx,
  { mode, month }: MonthKey,
  sums: readonly PlatformSum[],
): Promise<void> {
  await trx.insertInto('closedMonth').values({ mode, month }).execute()
  if (sums.length === 0) return
  const rows = sums.map((sum) => ({
    mode,
    month,
    provider: sum.provider,
    currency: sum.currency,
    owedOpeningMinor: sum.owedOpening,
    chargedMinor: sum.charged,
    returnedMinor: sum.returned,
    receivedMinor: sum.received,
    owedClosingMinor: sum.owedClosing,
  }))
  await trx.insertInto('closedMonthSum').values(rows).execute()
}
