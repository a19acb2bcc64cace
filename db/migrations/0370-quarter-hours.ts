/** What creators received in each quarter of an hour, from which the days of every time zone are summed. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  -- All offsets from UTC that clocks have today are whole quarters of an hour. As in creator_day_total, what was returned of a tip is
  -- subtracted from the time at which the tip was received.
  create table creator_quarter_hour (
    creator_uid uuid not null references account,
    starts_at timestamptz not null check (starts_at = date_bin('15 minutes', starts_at, '2000-01-01 00:00Z')),
    amount_minor bigint not null check (amount_minor >= 0),
    -- The number of tips that were not fully returned.
    tips integer not null check (tips >= 0),
    primary key (creator_uid, starts_at)
  ) with (fillfactor = 80);
`

/**
 * As in 0060, and a quarter of an hour beside each day. They run with the rights of their owner, so that servers of the release before,
 * whose role has none on the new table yet, record tips meanwhile.
 */
const triggers = `
  create or replace function add_to_creator_day() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  declare
    kept bigint := coalesce(new.worth_minor - new.worth_returned_minor, new.amount_minor - new.returned_minor);
    counted integer := (new.returned_minor < new.amount_minor)::integer;
  begin
    insert into creator_day_total (creator_uid, day, amount_minor, tips)
    values (new.creator_uid, (new.captured_at at time zone 'utc')::date, kept, counted)
    on conflict (creator_uid, day) do update set
      amount_minor = creator_day_total.amount_minor + excluded.amount_minor,
      tips = creator_day_total.tips + excluded.tips;
    insert into creator_quarter_hour (creator_uid, starts_at, amount_minor, tips)
    values (new.creator_uid, date_bin('15 minutes', new.captured_at, '2000-01-01 00:00Z'), kept, counted)
    on conflict (creator_uid, starts_at) do update set
      amount_minor = creator_quarter_hour.amount_minor + excluded.amount_minor,
      tips = creator_quarter_hour.tips + excluded.tips;
    return null;
  end $$;

  create or replace function take_from_creator_day() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  declare
    kept_change bigint := kept_worth(new) - kept_worth(old);
    tips_change integer :=
      (new.returned_minor < new.amount_minor)::integer - (old.returned_minor < old.amount_minor)::integer;
  begin
    update creator_day_total set amount_minor = amount_minor + kept_change, tips = tips + tips_change
    where creator_uid = new.creator_uid and day = (new.captured_at at time zone 'utc')::date;
    update creator_quarter_hour set amount_minor = amount_minor + kept_change, tips = tips + tips_change
    where creator_uid = new.creator_uid
      and starts_at = date_bin('15 minutes', new.captured_at, '2000-01-01 00:00Z');
    return null;
  end $$;

  revoke execute on function add_to_creator_day(), take_from_creator_day() from public;
`

/** The lock keeps out tips that the functions before would count; it lasts until all migrations are committed. */
const earlierTips = `
  lock table tip in share row exclusive mode;
  insert into creator_quarter_hour (creator_uid, starts_at, amount_minor, tips)
  select creator_uid, date_bin('15 minutes', captured_at, '2000-01-01 00:00Z'), sum(kept_worth(tip)),
    count(*) filter (where returned_minor < amount_minor)
  from tip group by 1, 2;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [table, triggers, earlierTips]) await sql.raw(group).execute(db)
}
