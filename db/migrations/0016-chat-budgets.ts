/** What the bots may still say: lines and joins of the last while, a day's units, and which line a tip stood in. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  -- One row for what a platform counts, with the moments of the last while: its row lock makes taking atomic.
  create table bot_budget (
    name text primary key,
    taken_at timestamptz[] not null default '{}',
    -- Who took last: an asker knows by it that it was served.
    taken_by uuid,
    -- The platform's own word that nothing may be taken before.
    blocked_until timestamptz
  ) with (fillfactor = 50);

  -- What a day has cost of what an installation may use in it.
  create table quota_day (
    name text not null,
    day date not null,
    units integer not null default 0,
    budget integer not null,
    primary key (name, day),
    check (units between 0 and budget)
  );

  -- Of several tips in one line the first is 'sent'; the others stand in it.
  alter table delivery
    add column coalesced_into uuid,
    add foreign key (coalesced_into, destination) references delivery (event_id, destination) on delete cascade,
    add constraint delivery_coalesced check ((status = 'coalesced') = (coalesced_into is not null)),
    add constraint delivery_not_into_itself check (coalesced_into <> event_id),
    add constraint delivery_reason check (status not in ('expired', 'gave_up') or reason is not null);
  create index delivery_coalesced_into on delivery (coalesced_into, destination) where coalesced_into is not null;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
