/** The time zone of an account, in which its own days, weeks and months begin. docs/decisions/0044-days-of-a-creator.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table account add column time_zone text not null default 'UTC'`,
  `alter table account add constraint account_time_zone check (char_length(time_zone) <= 64) not valid`,
  'alter table account validate constraint account_time_zone',
  `
  -- This time zone if this Postgres knows it, and otherwise UTC. It may not know one that was stored: time zones come from the system
  -- on which Postgres runs, and a backup can be restored on another.
  create function time_zone_or_utc(name text) returns text stable strict language plpgsql as $$
  begin
    perform now() at time zone name;
    return name;
  exception when invalid_parameter_value then
    return 'UTC';
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
