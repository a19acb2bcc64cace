/** A creator's counters and sums, which grow with each tip, so that no page reads all tips. */
export const totals = `
  -- Two counters of a creator. The table is narrow, because every tip locks its creator's row.
  create table creator_counter (
    creator_uid uuid primary key references account,
    capture_no bigint not null default 0,
    alert_seq bigint not null default 0,
    shown_seq bigint not null default 0,
    skipped_seq bigint not null default 0,
    played_seq bigint not null default 0,
    obs_shown_at timestamptz,
    check (shown_seq <= alert_seq),
    check (skipped_seq <= alert_seq),
    check (played_seq <= alert_seq)
  ) with (fillfactor = 50);

  create table supporter_total (
    creator_uid uuid not null references account,
    period text not null check (period in ('week', 'month', 'all')),
    period_start date not null,
    -- The account's id, or for guests the name in lower case.
    supporter_key text not null,
    name text not null,
    amount_minor bigint not null,
    primary key (creator_uid, period, period_start, supporter_key)
  ) with (fillfactor = 80);
  create index supporter_total_rank on supporter_total (creator_uid, period, period_start, amount_minor desc);

  -- Who a tip counts for on the board: an account, or the guests of one name.
  create function supporter_key(uid uuid, name text) returns text immutable language sql as
    $$ select coalesce('account:' || uid::text, 'guest:' || lower(name)) $$;

  -- The functions of the statement that records a tip. PL/pgSQL keeps the plans of their queries, and starts only those that a tip
  -- needs. They see what that statement sees: nothing of it.

  -- The name of a supporter on the board, or null if the supporter has given the creator nothing that counts there.
  create function name_on_board(creator uuid, key text) returns text stable language plpgsql as $$
  begin
    return (
      select k.name from supporter_total k
      where k.creator_uid = creator and k.period = 'all' and k.period_start = '1970-01-01' and k.supporter_key = key
    );
  end $$;

  -- Whether a creator's rules hold a tip: one of those for all supporters does, or the tip is large, or any first tip is held, and the
  -- same account has not given the creator an earlier tip. Earlier tips that are held, dismissed or fully returned do not count. Such
  -- tips of guests are always held, because anybody can use a guest's name.
  create function rules_hold(creator uuid, supporter uuid, has_public_message boolean, worth bigint) returns boolean
  stable language plpgsql as $$
  declare
    rule tip_rule;
  begin
    select * into rule from tip_rule r where r.creator_uid = creator;
    if not found then return false; end if;
    if rule.holds_all or rule.holds_messages and has_public_message or worth >= rule.holds_from_minor then return true; end if;
    if rule.holds_first or worth >= rule.hold_from_minor then
      return not exists (
        select from tip t
        where t.supporter_uid = supporter and t.creator_uid = creator
          and t.returned_minor < t.amount_minor and coalesce(t.hold, 'released') = 'released'
      );
    end if;
    return false;
  end $$;

  -- Days are UTC. A refund is subtracted from the day on which its tip was received.
  create table creator_day_total (
    creator_uid uuid not null references account,
    day date not null,
    amount_minor bigint not null check (amount_minor >= 0),
    -- The number of tips that were not fully returned.
    tips integer not null check (tips >= 0),
    primary key (creator_uid, day)
  ) with (fillfactor = 80);

  -- All offsets from UTC that clocks have today are whole quarters of an hour. As in creator_day_total, what was returned of a
  -- tip is subtracted from the time at which the tip was received.
  create table creator_quarter_hour (
    creator_uid uuid not null references account,
    starts_at timestamptz not null check (starts_at = date_bin('15 minutes', starts_at, '2000-01-01 00:00Z')),
    amount_minor bigint not null check (amount_minor >= 0),
    -- The number of tips that were not fully returned.
    tips integer not null check (tips >= 0),
    -- With what a reader of ninety days needs of up to 8,640 rows, which lie scattered among those of other creators.
    primary key (creator_uid, starts_at) include (amount_minor, tips)
  );

  create table stream_total (
    creator_uid uuid primary key references account on delete cascade,
    started_at timestamptz not null default now(),
    -- What the creator had received in all at that moment. The total is what has come since; resetting it changes nothing else.
    before_minor bigint not null
  );

  create table goal_milestone (
    goal_id uuid not null references goal on delete cascade,
    milestone text not null check (milestone in ('25', '50', '75', 'one-tip')),
    -- The tip with which the goal reached it for the first time. It stays when the tip is refunded, so that it has one alert at
    -- most.
    tip_id uuid not null references tip,
    -- Whether it has an alert: of those that one tip reaches, one has, and none if the tip funds the goal.
    has_alert boolean not null,
    reached_at timestamptz not null default now(),
    -- A goal that starts anew reaches each of them once in each period.
    period_no integer not null,
    primary key (goal_id, period_no, milestone)
  );
  create unique index goal_milestone_alert on goal_milestone (tip_id) where has_alert;

  create function add_to_creator_day() returns trigger language plpgsql
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

  create function take_from_creator_day() returns trigger language plpgsql
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

  create trigger tip_adds_to_day after insert on tip for each row execute function add_to_creator_day();

  create trigger tip_takes_from_day after update of returned_minor, worth_minor, worth_returned_minor on tip for each row
  when (old.returned_minor <> new.returned_minor or old.worth_minor <> new.worth_minor
    or old.worth_returned_minor <> new.worth_returned_minor)
  execute function take_from_creator_day();

  revoke execute on function add_to_creator_day(), take_from_creator_day() from public;
`
