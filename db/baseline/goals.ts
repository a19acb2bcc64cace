/** Goals. */
export const goals = `
  create table goal (
    goal_id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    title text not null check (length(title) between 1 and 80),
    description text not null default '' check (length(description) <= 2000),
    currency currency_code not null,
    amount_minor bigint not null check (amount_minor between 100 and 1000000000),
    amount_received_minor bigint not null default 0 check (amount_received_minor >= 0),
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'COMPLETED', 'EXPIRED', 'ARCHIVED')),
    position integer not null default 0,
    image text,
    end_date timestamptz,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    -- The tip that reached the amount; set once, so that "goal funded" happens once.
    funded_by_tip_id uuid,
    -- Since when an admin hides the goal from everybody but its creator.
    hidden_at timestamptz,
    -- When the goal counts from zero again; null: never. Sums, status and who funded it are those of the current period.
    starts_anew text check (starts_anew in ('month', 'stream')),
    period_no integer not null default 1 check (period_no >= 1),
    -- Null in the first period, which counts everything before.
    period_started_at timestamptz,
    -- When the month ends in the creator's time zone.
    period_ends_at timestamptz check (period_ends_at > period_started_at),
    -- What subscriptions and bits count toward it, in minor units; null: nothing. It is not money.
    event_worth jsonb check (jsonb_typeof(event_worth) = 'object'),
    check ((period_no = 1) = (period_started_at is null)),
    check ((starts_anew is not distinct from 'month') = (period_ends_at is not null)),
    check (funded_by_tip_id is null or completed_at is not null)
  ) with (fillfactor = 50);
  create index goal_creator on goal (creator_uid, position);
  create index goal_expiry on goal (end_date) where status = 'ACTIVE' and end_date is not null;
  create index goal_period_end on goal (period_ends_at) where period_ends_at is not null;
`
