/** The periods of goals that start anew each month or each stream (`docs/goals.md`). */
export const goalPeriods = `
  -- The periods that are over. Each begins where another one ended, so between them is no gap and no overlap. A tip belongs to the
  -- period of its capture.
  create table goal_period (
    goal_id uuid not null references goal on delete cascade,
    period_no integer not null,
    -- Null: since there is the goal. Whole milliseconds, so that the times of tips can be compared in JavaScript as well.
    started_at timestamptz,
    ended_at timestamptz not null check (ended_at > started_at and ended_at = date_trunc('milliseconds', ended_at)),
    -- The goal's amount when the period ended, and what its tips have given without what was returned.
    amount_minor bigint not null check (amount_minor > 0),
    amount_received_minor bigint not null check (amount_received_minor >= 0),
    completed_at timestamptz,
    funded_by_tip_id uuid references tip,
    primary key (goal_id, period_no),
    unique (goal_id, ended_at),
    unique nulls not distinct (goal_id, started_at),
    foreign key (goal_id, started_at) references goal_period (goal_id, ended_at),
    check ((period_no = 1) = (started_at is null)),
    check (funded_by_tip_id is null or completed_at is not null)
  );
  alter table goal add foreign key (goal_id, period_started_at) references goal_period (goal_id, ended_at);

  -- All periods of all goals, with the current one.
  create view goal_span as
    select goal_id, period_no, coalesce(period_started_at, '-infinity') as starts_at, 'infinity'::timestamptz as ends_at,
      amount_minor, amount_received_minor, funded_by_tip_id, true as is_current
    from goal
    union all
    select goal_id, period_no, coalesce(started_at, '-infinity'), ended_at,
      amount_minor, amount_received_minor, funded_by_tip_id, false
    from goal_period;

  -- The next whole millisecond. A tip that was captured before now was captured before it.
  create function next_millisecond() returns timestamptz volatile language sql as $$
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
  $$;

  -- When the month of a moment ends in a time zone.
  create function month_end(at timestamptz, zone text) returns timestamptz stable language sql as $$
    select local_midnight((date_trunc('month', at at time zone zone) + interval '1 month')::date, zone)
  $$;

  -- Ends the period of a goal at a moment, after all captures that it has counted, and begins the next one there. The caller has
  -- locked the goal. Returns the goal as it is then. A goal that a tip has funded is open again.
  create function end_goal_period(g goal, at timestamptz) returns goal language plpgsql as $$
  declare
    is_open boolean := g.status = 'COMPLETED' and g.funded_by_tip_id is not null;
  begin
    insert into goal_period (goal_id, period_no, started_at, ended_at, amount_minor, amount_received_minor, completed_at,
      funded_by_tip_id)
    values (g.goal_id, g.period_no, g.period_started_at, at, g.amount_minor, g.amount_received_minor,
      case when g.funded_by_tip_id is not null then g.completed_at end, g.funded_by_tip_id);
    update goal set period_no = goal.period_no + 1, period_started_at = at,
      period_ends_at = case when goal.starts_anew = 'month' then month_end(at, time_zone_or_utc(
        (select a.time_zone from account a where a.uid = goal.creator_uid))) end,
      amount_received_minor = 0, funded_by_tip_id = null,
      status = case when is_open then 'ACTIVE' else goal.status end,
      completed_at = case when is_open then null else goal.completed_at end
    where goal.goal_id = g.goal_id
    returning * into g;
    return g;
  end $$;

  -- Whether a goal goes on after its period: until its creator closes or archives it, or its last day is over.
  create function goes_on(g goal, at timestamptz) returns boolean immutable language sql as $$
    select (g.status = 'ACTIVE' or g.status = 'COMPLETED' and g.funded_by_tip_id is not null) and (g.end_date is null or g.end_date > at)
  $$;

  -- Ends the months of a goal that are over at a moment. The caller has locked the goal. Returns the goal as it is then.
  create function end_goal_months(g goal, at timestamptz) returns goal language plpgsql as $$
  begin
    while g.period_ends_at <= at and goes_on(g, g.period_ends_at) loop
      g := end_goal_period(g, g.period_ends_at);
    end loop;
    return g;
  end $$;

  -- Adds tips to a goal that has periods, in the given order, each to the period of its capture. Returns how each moves its period,
  -- and whether it funds it. A period that is over can still be funded, by a tip that was captured in it.
  create function add_to_goal_periods(goal_uuid uuid, tip_ids uuid[], amounts bigint[], times timestamptz[])
  returns table (goal_id uuid, creator_uid uuid, title text, target_minor bigint, period_no integer, tip_id uuid, nth bigint,
    before_minor bigint, after_minor bigint, is_funding boolean)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    g goal;
    past goal_period;
  begin
    select * into g from goal where goal.goal_id = goal_uuid for update;
    for i in 1 .. cardinality(tip_ids) loop
      if times[i] < g.period_started_at then
        update goal_period p set amount_received_minor = p.amount_received_minor + amounts[i],
          funded_by_tip_id = case when p.amount_received_minor + amounts[i] >= p.amount_minor
            then coalesce(p.funded_by_tip_id, tip_ids[i]) else p.funded_by_tip_id end,
          completed_at = case when p.amount_received_minor + amounts[i] >= p.amount_minor
            then coalesce(p.completed_at, times[i]) else p.completed_at end
        where p.goal_id = goal_uuid and p.ended_at > times[i] and (p.started_at is null or p.started_at <= times[i])
        returning * into strict past;
        return query select g.goal_id, g.creator_uid, g.title, past.amount_minor, past.period_no, tip_ids[i], i::bigint,
          past.amount_received_minor - amounts[i], past.amount_received_minor,
          past.funded_by_tip_id is not distinct from tip_ids[i];
      else
        g := end_goal_months(g, times[i]);
        update goal set amount_received_minor = goal.amount_received_minor + amounts[i],
          status = case when is_reached then 'COMPLETED' else goal.status end,
          completed_at = case when is_reached then now() else goal.completed_at end,
          funded_by_tip_id = case when is_reached then coalesce(goal.funded_by_tip_id, tip_ids[i]) else goal.funded_by_tip_id end
        from (select g.status in ('ACTIVE', 'EXPIRED') and g.amount_received_minor + amounts[i] >= g.amount_minor as is_reached) r
        where goal.goal_id = goal_uuid
        returning goal.* into strict g;
        return query select g.goal_id, g.creator_uid, g.title, g.amount_minor, g.period_no, tip_ids[i], i::bigint,
          g.amount_received_minor - amounts[i], g.amount_received_minor, g.funded_by_tip_id is not distinct from tip_ids[i];
      end if;
    end loop;
  end $$;
`
