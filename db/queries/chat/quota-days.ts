/** Daily quotas of providers. Google's quota units reset at midnight in California. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

export interface QuotaState {
  units: number
  budget: number
  /** The fraction of the day that has passed: 0 at midnight, 1 at the next midnight. */
  dayGone: number
}

const zone = sql.lit('America/Los_Angeles')
/** Returns the SQL for the day of the quota at a time. */
export const quotaDate = (time: 'now()' | 'learned_at') =>
  sql<string>`(${sql.raw(time)} at time zone ${zone})::date`
const today = quotaDate('now()')

/** Takes units of today's quota, for so many messages. Returns false and takes none when there are not enough units. */
export async function takeUnits(
  db: Db,
  name: string,
  { units, messages, budget }: { units: number; messages: number; budget: number },
): Promise<boolean> {
  if (units > budget) return false
  const { rows } = await sql`
    insert into quota_day as q (name, day, units, budget, messages) values (${name}, ${today}, ${units}, ${budget}, ${messages})
    on conflict (name, day) do update set units = q.units + excluded.units, messages = q.messages + excluded.messages,
      budget = greatest(excluded.budget, q.units + excluded.units)
      where q.units + excluded.units <= excluded.budget
    returning units
  `.execute(db)
  return rows.length > 0
}

/**
 * Marks today's quota as used up because the provider says so. Programs of other people may use the same quota. Returns what was counted
 * until then, to the first caller of the day only.
 */
export async function exhaustDay(
  db: Db,
  name: string,
  budget: number,
): Promise<{ units: number; messages: number } | undefined> {
  const { rows } = await sql<{ units: number; messages: number; isFirst: boolean }>`
    with before as materialized (
      select units, messages, refused_at from quota_day where name = ${name} and day = ${today} for update
    ), used_up as (
      insert into quota_day as q (name, day, units, budget, refused_at)
      select ${name}, ${today}, ${budget}, ${budget}, now() from (select count(*) from before) counted
      on conflict (name, day) do update set units = greatest(q.units, excluded.budget),
        budget = greatest(q.units, excluded.budget), refused_at = coalesce(q.refused_at, excluded.refused_at)
    )
    select units, messages, refused_at is null as is_first from before
  `.execute(db)
  const [before] = rows
  return before?.isFirst ? { units: before.units, messages: before.messages } : undefined
}

/** Returns the state of today's quota. */
export async function readToday(db: Db, name: string, budget: number): Promise<QuotaState> {
  const { rows } = await sql<{ units: number; dayGone: number }>`
    select coalesce((select units from quota_day where name = ${name} and day = ${today}), 0) as units,
      (extract(epoch from now() - (${today}::timestamp at time zone ${zone})) / extract(epoch from
        ((${today} + 1)::timestamp at time zone ${zone}) - (${today}::timestamp at time zone ${zone})))::float8 as day_gone
  `.execute(db)
  const { units, dayGone } = rows[0]!
  return { units, budget, dayGone }
}
