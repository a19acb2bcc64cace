/**
 * What the bots may still send: messages and joins within a time window, quota units of a day, and messages that cover several
 * tips.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  -- One row for each rate limit of a platform, with the times of use within its window. Its row lock makes every use atomic.
  create table bot_budget (
    name text primary key,
    taken_at timestamptz[] not null default '{}',
    -- The last user of the limit, so that a process can tell whether its attempt succeeded.
    taken_by uuid,
    -- Set when the platform itself reports a limit: nothing may be sent before this time.
    blocked_until timestamptz
  ) with (fillfactor = 50);

  -- How many units of its daily quota an installation has used.
  create table quota_day (
    name text not null,
    day date not null,
    units integer not null default 0,
    budget integer not null,
    primary key (name, day),
    check (units between 0 and budget)
  );

  -- When one message covers several tips, the first delivery is 'sent' and the others are 'coalesced' into it.
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
