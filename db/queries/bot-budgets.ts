/**
 * What a platform counts of a bot over a sliding while, kept where every process sees it: a process that takes over knows what
 * the one before it said. Every time is Postgres' own.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../connection.ts'

/** So many in so many milliseconds, whenever the while begins. */
export interface BudgetLimit {
  limit: number
  windowMs: number
}

export interface BudgetState {
  /** How many may be taken now. */
  left: number
  /** How long until one may be; 0 is now. */
  waitMs: number
}

/** Takes one out of a budget: 0, or how many milliseconds it takes until there is room for one, and none is taken. */
export async function takeFromBudget(
  db: Db,
  name: string,
  { limit, windowMs }: BudgetLimit,
): Promise<number> {
  const token = randomUUID()
  // The clock is read once: read twice, it could find room and then, for what is written down, none.
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

/** How a budget stands; nothing is taken. */
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

/** Closes a budget for that long, as the platform said; a longer closure stays. */
export async function blockBudget(db: Db, name: string, milliseconds: number): Promise<void> {
  const until = sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`
  await sql`
    insert into bot_budget as b (name, blocked_until) values (${name}, ${until})
    on conflict (name) do update set blocked_until = greatest(b.blocked_until, excluded.blocked_until)
  `.execute(db)
}

/** The moments within the last while. The row is locked by whoever changes it, so nobody counts too few. */
function recent(windowMs: number, now: RawBuilder<unknown>) {
  return sql`coalesce((
    select array_agg(at order by at) from unnest(b.taken_at) as at
    where at > ${now} - ${windowMs} * interval '1 millisecond'
  ), '{}')`
}

/** Milliseconds until fewer than `limit` moments are left in the while, and nothing is closed. */
function waitFor(limit: number, windowMs: number) {
  return sql`greatest(
    extract(epoch from b.blocked_until - clock_timestamp()) * 1000,
    extract(epoch from b.taken_at[cardinality(b.taken_at) - ${limit}::int + 1] - clock_timestamp()) * 1000 + ${windowMs},
    0
  )::float8`
}
