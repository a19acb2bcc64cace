/** Leases: what one process at a time may do. Every time is Postgres' own; processes add durations to it and nothing else. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** Whether the lease is the asker's now, and for how long whoever has it keeps it if nothing more is said. */
export interface LeaseState {
  isHeld: boolean
  leftMs: number
}

/** Takes a lease that is free or run out, or renews the asker's own; another's is left alone. */
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
  // Neither row: another took it first, after this statement had begun.
  return rows[0] ?? { isHeld: false, leftMs: ttlMs }
}

/** Gives a lease back, so that the next one need not wait until it runs out. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('botLease').where('name', '=', name).where('holder', '=', holder).execute()
}
