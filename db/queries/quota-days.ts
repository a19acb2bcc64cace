/** Daily quotas of providers. Google's quota units reset at midnight in California. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

export interface QuotaState {
  units: number
  budget: number
  /** The fraction of the day that has passed: 0 at midnight, 1 at the next midnight. */
  dayGone: number
}

const zone = sql.lit('America/Los_Angeles')
const today = sql<string>`(now() at time zone ${zone})::date`

/** Takes units of today's quota. Returns false and takes none when there are not enough. */
export async function takeUnits(db: Db, name: string, units: number, budget: number): Promise<boolean> {
  if (units > budget) return false
  const { rows } = await sql`
    insert into quota_day as q (name, day, units, budget) values (${name}, ${today}, ${units}, ${budget})
    on conflict (name, day) do update set units = q.units + excluded.units, budget = greatest(excluded.budget, q.units + excluded.units)
      where q.units + excluded.units <= excluded.budget
    returning units
  `.execute(db)
  return rows.length > 0
}

/** Marks today's quota as used up because the provider says so. Programs of other people may use the same quota. */
export async function exhaustDay(db: Db, name: string, budget: number): Promise<void> {
  await sql`
    insert into quota_day as q (name, day, units, budget) values (${name}, ${today}, ${budget}, ${budget})
    on conflict (name, day) do update set
      units = greatest(q.units, excluded.budget), budget = greatest(q.units, excluded.budget)
  `.execute(db)
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
