/** What a message costs of a provider's daily quota, which Google does not publish: learned from when the quota was used up. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const change = `
  alter table quota_day
    -- How many messages the units were taken for.
    add column messages integer not null default 0 check (messages >= 0),
    -- When the provider first said that the day's quota is used up.
    add column refused_at timestamptz;

  create table quota_price (
    name text primary key,
    units integer not null check (units > 0),
    -- The configured price from which this one was learned. When the operator configures another one, this one no longer counts.
    configured integer not null check (configured > 0),
    learned_at timestamptz not null default now(),
    check (units >= configured)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(change).execute(db)
}
