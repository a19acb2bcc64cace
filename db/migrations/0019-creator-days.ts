/** What a creator received on each day, updated by triggers; and an index of a supporter's tips. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const groups = [
  `
  -- Days are UTC. A refund is subtracted from the day on which its tip was received.
  create table creator_day_total (
    creator_uid uuid not null references account,
    day date not null,
    amount_minor bigint not null check (amount_minor >= 0),
    -- The number of tips that were not fully returned.
    tips integer not null check (tips >= 0),
    primary key (creator_uid, day)
  ) with (fillfactor = 80);

  -- Every tip is inserted under the lock of its creator's counter, so these rows never cause a deadlock.
  create function add_to_creator_day() returns trigger language plpgsql as $$
  begin
    insert into creator_day_total (creator_uid, day, amount_minor, tips)
    values (new.creator_uid, (new.captured_at at time zone 'utc')::date, new.amount_minor - new.returned_minor,
      (new.returned_minor < new.amount_minor)::integer)
    on conflict (creator_uid, day) do update set
      amount_minor = creator_day_total.amount_minor + excluded.amount_minor,
      tips = creator_day_total.tips + excluded.tips;
    return null;
  end $$;
  create trigger tip_adds_to_day after insert on tip for each row execute function add_to_creator_day();

  create function take_from_creator_day() returns trigger language plpgsql as $$
  begin
    update creator_day_total set
      amount_minor = amount_minor + old.returned_minor - new.returned_minor,
      tips = tips + (new.returned_minor < new.amount_minor)::integer - (old.returned_minor < old.amount_minor)::integer
    where creator_uid = new.creator_uid and day = (new.captured_at at time zone 'utc')::date;
    return null;
  end $$;
  create trigger tip_takes_from_day after update of returned_minor on tip for each row
    when (old.returned_minor <> new.returned_minor) execute function take_from_creator_day();
  `,
  `
  insert into creator_day_total (creator_uid, day, amount_minor, tips)
  select creator_uid, (captured_at at time zone 'utc')::date, sum(amount_minor - returned_minor),
    count(*) filter (where returned_minor < amount_minor)
  from tip group by 1, 2;

  create index tip_supporter on tip (supporter_uid, captured_at desc, id) where supporter_uid is not null;
  `,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of groups) await sql.raw(group).execute(db)
}
