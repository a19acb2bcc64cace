/**
 * The use of each bot's rate limits within a sliding window. It is stored in Postgres, so that a process that takes over knows what
 * its predecessor sent. All times are those of Postgres' clock.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../connection.ts'

/** A rate limit: at most `limit` slots in any window of `windowMs` milliseconds. */
export interface BudgetLimit {
  limit: number
  windowMs: number
}

export interface BudgetState {
  /** The number of slots that can be taken now. */
  left: number
  /** Milliseconds until a slot can be taken; 0 means now. */
  waitMs: number
}

/** Takes one slot from a budget and returns 0. If no slot is free, takes none and returns the milliseconds until one is. */
export async function takeFromBudget(
  db: Db,
  name: string,
  { limit, windowMs }: BudgetLimit,
): Promise<number> {
  const token = randomUUID()
  // The statement reads the clock once: with two readings, one part could find a free slot and another part none.
  const { rows } = await sql<{ isTaken: boolean; waitMs: number }>`
    insert into bot_budget as b (name, taken_at, taken_by) values (${name}, array[clock_timestamp()], ${token})
    on conflict (name) do update set (taken_at, taken_by) = (
      select case when fits then recent || now else recent end, case when fits then ${token}::uuid else b.taken_by end
      from (select clock_timestamp() as now) as clock
      cross join lateral (select ${recent(windowMs, sql`now`)} as recent) as kept
      cross join lateral (
        select coalesce(b.blocked_until <= now, true) and cardinality(recent) < ${limit} as fits
      ) as room
    )
    returning taken_by = ${token} as is_taken, ${waitFor(limit, windowMs)} as wait_ms
  `.execute(db)
  const { isTaken, waitMs } = rows[0]!
  return isTaken ? 0 : Math.max(Math.ceil(waitMs), 1)
}

/** Reads a budget without taking anything. */
export async function readBudget(
  db: Db,
  name: string,
  { limit, windowMs }: BudgetLimit,
): Promise<BudgetState> {
  const { rows } = await sql<{ taken: number; waitMs: number }>`
    select cardinality(${recent(windowMs, sql`clock_timestamp()`)}) as taken, ${waitFor(limit, windowMs)} as wait_ms
    from bot_budget b where name = ${name}
  `.execute(db)
  const { taken, waitMs } = rows[0] ?? { taken: 0, waitMs: 0 }
  return { left: waitMs > 0 ? 0 : Math.max(limit - taken, 0), waitMs: Math.max(Math.ceil(waitMs), 0) }
}

/** Blocks a budget for some milliseconds, because the platform requests it. A block that ends later stays. */
export async function blockBudget(db: Db, name: string, milliseconds: number): Promise<void> {
  const until = sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`
  await sql`
    insert into bot_budget as b (name, blocked_until) values (${name}, ${until})
    on conflict (name) do update set blocked_until = greatest(b.blocked_until, excluded.blocked_until)
  `.execute(db)
}

/** A budget that has not been used for this many days limits nothing any more: every window is shorter than a minute. */
const unusedDays = 1

/** How many budgets one statement deletes. The locks of one statement are held briefly. */
const rowsAtOnce = 2_000

/**
 * Deletes budgets that limit nothing any more; the next use starts a new one. So the table has no more rows than channels of the
 * last day, and reading all of it is cheap.
 */
export async function deleteUnusedBudgets(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from bot_budget where name in (
        select name from bot_budget
        where coalesce(taken_at[cardinality(taken_at)] < now() - ${unusedDays} * interval '1 day', true)
          and coalesce(blocked_until < now(), true)
        limit ${rowsAtOnce}
        for update skip locked
      )`.execute(db)
    if (numAffectedRows < rowsAtOnce) return
  }
}

/** Selects the times of taken slots within the window. Every change locks the row first, so no process counts too few slots. */
function recent(windowMs: number, now: RawBuilder<unknown>) {
  return sql`coalesce((
    select array_agg(at order by at) from unnest(b.taken_at) as at
    where at > ${now} - ${windowMs} * interval '1 millisecond'
  ), '{}')`
}

/** Computes the milliseconds until fewer than `limit` slots are used within the window and no block remains. */
function waitFor(limit: number, windowMs: number) {
  return sql`greatest(
    extract(epoch from b.blocked_until - clock_timestamp()) * 1000,
    extract(epoch from b.taken_at[cardinality(b.taken_at) - ${limit}::int + 1] - clock_timestamp()) * 1000 + ${windowMs},
    0
  )::float8`
}
