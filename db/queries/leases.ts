/**
 * Leases: each allows one process at a time to do some work. All times are those of Postgres' clock; processes only pass durations.
 */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** Whether the caller holds the lease, and in how many milliseconds it expires unless its holder renews it. */
export interface LeaseState {
  isHeld: boolean
  leftMs: number
}

/** Takes a free or expired lease, or renews the caller's own; does nothing when another process holds it. */
export async function takeLease(db: Db, name: string, holder: string, ttlMs: number): Promise<LeaseState> {
  const { rows } = await sql<LeaseState>`
    with taken as (
      insert into bot_lease as held (name, holder, expires_at)
      values (${name}, ${holder}, now() + ${ttlMs} * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where held.holder = excluded.holder or held.expires_at < now()
      returning held.expires_at
    )
    select true as is_held, ${ttlMs}::float8 as left_ms from taken
    union all
    select false, greatest(extract(epoch from expires_at - now()) * 1000, 0)::float8
    from bot_lease where name = ${name} and not exists (select from taken)
  `.execute(db)
  // without a row, another process took the lease just after this statement began
  return rows[0] ?? { isHeld: false, leftMs: ttlMs }
}

/** Releases a lease, so that the next process need not wait for it to expire. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('botLease').where('name', '=', name).where('holder', '=', holder).execute()
}
