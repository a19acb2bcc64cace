/** The ledger: entries, the movements and sums that are kept from them, its check, and adjustments. */
export const ledger = `
  create table ledger_entry (
    id bigint generated always as identity primary key,
    movement_id uuid not null,
    kind text not null check (kind in ('capture', 'fee_set_off', 'fee_write_off', 'provider_fee', 'refund',
      'reversal', 'dispute_opened', 'dispute_won', 'dispute_lost', 'correction', 'adjustment')),
    tip_id uuid not null references tip,
    creator_uid uuid not null,
    provider short_code not null,
    mode text not null check (mode in ('test', 'live')),
    account text not null check (account in ('provider', 'creator', 'platform_fee', 'fee_owed', 'provider_fee', 'disputed')),
    currency currency_code not null,
    amount_minor bigint not null check (amount_minor <> 0),
    booked_at timestamptz not null default now(),
    -- The refund or dispute that an entry comes from: 'refund:<id>' or 'dispute:<id>'; null for captures.
    source_id text check (source_id ~ '^(refund|dispute):.'),
    -- The provider's id of the transaction that an entry was booked from; null where the tip, refund or dispute names it.
    transaction_id text check (transaction_id <> ''),
    constraint ledger_entry_dispute_fee check (kind <> 'provider_fee' or source_id is null or transaction_id is not null)
  );
  create index ledger_entry_tip on ledger_entry (tip_id);
  create index ledger_entry_creator on ledger_entry (creator_uid, id);
  create unique index ledger_entry_transaction on ledger_entry (provider, transaction_id, account)
    where transaction_id is not null;

  -- A movement as its creator sees it. The amounts are those of its entries; the id is the smallest of theirs.
  create table ledger_movement (
    id bigint not null,
    movement_id uuid not null,
    kind text not null,
    tip_id uuid not null,
    creator_uid uuid not null,
    provider short_code not null,
    mode text not null,
    currency currency_code not null,
    booked_at timestamptz not null,
    creator_minor bigint not null,
    platform_fee_minor bigint not null,
    provider_fee_minor bigint not null,
    fee_owed_minor bigint not null,
    -- What the accounts 'creator' and 'fee_owed' held in this currency after the movement.
    balance_minor bigint not null,
    owed_balance_minor bigint not null,
    capture_row bigint,
    primary key (creator_uid, mode, id),
    constraint ledger_movement_capture_row check (capture_row is null or kind = 'provider_fee')
  );
  create index ledger_movement_rare_row on ledger_movement (creator_uid, mode, kind, id) where kind <> 'capture' and capture_row is null;
  create index ledger_movement_fee on ledger_movement (creator_uid, mode, capture_row) where capture_row is not null;
  create index ledger_movement_fee_wait on ledger_movement (creator_uid, mode, date_trunc('month', booked_at at time zone 'utc'),
    (id - capture_row)) where capture_row is not null;

  -- What a creator's entries of one year (UTC) sum to. Received and returned are the account 'provider': what captures took from
  -- supporters, and what went back. The other columns are the accounts of these names.
  create table ledger_year (
    creator_uid uuid not null,
    mode text not null,
    currency currency_code not null,
    provider short_code not null,
    year integer not null,
    received_minor bigint not null,
    returned_minor bigint not null,
    creator_minor bigint not null,
    platform_fee_minor bigint not null,
    fee_owed_minor bigint not null,
    provider_fee_minor bigint not null,
    disputed_minor bigint not null,
    -- The smallest and the largest id of its movements.
    first_id bigint not null,
    last_id bigint not null,
    constraint ledger_year_balances check (received_minor - returned_minor = creator_minor + platform_fee_minor +
      fee_owed_minor + provider_fee_minor + disputed_minor),
    primary key (creator_uid, mode, currency, provider, year)
  ) with (fillfactor = 50);
  create index ledger_year_owed on ledger_year (mode, creator_uid, currency) where fee_owed_minor <> 0;

  create table ledger_check (
    is_only boolean primary key default true check (is_only),
    -- Every entry up to this id is checked.
    checked_id bigint not null,
    -- The largest id at the time of a check. Entries with smaller ids may have become visible after it.
    seen_id bigint not null,
    seen_at timestamptz not null default now(),
    check (seen_id >= checked_id)
  );

  create table adjustment (
    -- Also the id of the movement that books it.
    id uuid primary key default gen_random_uuid(),
    tip_id uuid not null references tip,
    -- The sum of reconciliation that it is a part of.
    kind text not null check (kind in ('payment', 'refund', 'dispute')),
    -- The account on the other side of the creator's.
    account text not null check (account in ('provider', 'provider_fee', 'platform_fee')),
    -- What the creator's account changes by.
    amount_minor bigint not null check ((amount_minor <> 0 and (abs(amount_minor) <= '100000000000'::bigint))),
    -- The transaction at the provider that shows it.
    transaction_id text not null check (length(transaction_id) between 3 and 255),
    reason text not null check (length(reason) between 1 and 300),
    -- The tip's newest entry when it was proposed: it is not booked once there is a newer one.
    last_entry_id bigint not null,
    -- Null for a command on the server.
    proposed_by uuid,
    proposed_at timestamptz not null default now(),
    decision text check (decision in ('booked', 'rejected')),
    decided_by uuid,
    decided_at timestamptz,
    constraint adjustment_is_decided check ((decision is null) = (decided_at is null) and (decision is not null or
      decided_by is null)),
    constraint adjustment_by_two check (decision is distinct from 'booked' or decided_by is distinct from proposed_by)
  );
  create unique index adjustment_open on adjustment (tip_id) where decision is null;
  create index adjustment_tip on adjustment (tip_id);
  create index adjustment_decided on adjustment (decided_at) where decision is not null;

  create function ledger_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
  end $$;

  -- Entries must sum to zero per movement, and so per tip, creator, provider and in total. A movement belongs to one tip and has
  -- one currency.
  create function ledger_must_balance() returns trigger language plpgsql as $$
  begin
    if exists (select from added group by movement_id, tip_id, creator_uid, provider, mode, currency
      having sum(amount_minor) <> 0) then
      raise exception 'ledger entries of a movement must sum to zero' using errcode = 'check_violation';
    end if;
    return null;
  end $$;

  create function keep_ledger_sums() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  begin
    perform from creator_counter where creator_uid = any (array(select distinct creator_uid from added))
      order by creator_uid for no key update;
    with movement as materialized (
  select min(id) as id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, min(booked_at) as booked_at,
    bool_or(source_id is not null) as has_source,
    -coalesce(sum(amount_minor) filter (where account = 'provider' and kind = 'capture'), 0)::bigint as received,
    coalesce(sum(amount_minor) filter (where account = 'provider' and kind <> 'capture'), 0)::bigint as returned,
    coalesce(sum(amount_minor) filter (where account = 'creator'), 0)::bigint as creator,
    coalesce(sum(amount_minor) filter (where account = 'platform_fee'), 0)::bigint as platform_fee,
    coalesce(sum(amount_minor) filter (where account = 'fee_owed'), 0)::bigint as fee_owed,
    coalesce(sum(amount_minor) filter (where account = 'provider_fee'), 0)::bigint as provider_fee,
    coalesce(sum(amount_minor) filter (where account = 'disputed'), 0)::bigint as disputed
  from added
  group by movement_id, kind, tip_id, creator_uid, provider, mode, currency), kept as (
  insert into ledger_year as y (creator_uid, mode, currency, provider, year, received_minor, returned_minor, creator_minor,
    platform_fee_minor, fee_owed_minor, provider_fee_minor, disputed_minor, first_id, last_id)
  select creator_uid, mode, currency, provider, extract(year from booked_at at time zone 'utc')::integer as year,
    sum(received), sum(returned), sum(creator), sum(platform_fee), sum(fee_owed), sum(provider_fee), sum(disputed),
    min(id), max(id)
  from movement group by creator_uid, mode, currency, provider, year
  order by creator_uid, mode, currency, provider, year
  on conflict (creator_uid, mode, currency, provider, year) do update set
    received_minor = y.received_minor + excluded.received_minor,
    returned_minor = y.returned_minor + excluded.returned_minor,
    creator_minor = y.creator_minor + excluded.creator_minor,
    platform_fee_minor = y.platform_fee_minor + excluded.platform_fee_minor,
    fee_owed_minor = y.fee_owed_minor + excluded.fee_owed_minor,
    provider_fee_minor = y.provider_fee_minor + excluded.provider_fee_minor,
    disputed_minor = y.disputed_minor + excluded.disputed_minor,
    first_id = least(y.first_id, excluded.first_id),
    last_id = greatest(y.last_id, excluded.last_id))

  insert into ledger_movement (id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator_minor,
    platform_fee_minor, provider_fee_minor, fee_owed_minor, balance_minor, owed_balance_minor, capture_row)
  select id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator, platform_fee, provider_fee,
    fee_owed, 
    coalesce((select sum(y.creator_minor) from ledger_year y
      where y.creator_uid = m.creator_uid and y.mode = m.mode and y.currency = m.currency), 0)
      + sum(creator) over (partition by creator_uid, mode, currency order by id), 
    coalesce((select sum(y.fee_owed_minor) from ledger_year y
      where y.creator_uid = m.creator_uid and y.mode = m.mode and y.currency = m.currency), 0)
      + sum(fee_owed) over (partition by creator_uid, mode, currency order by id),
    case when kind = 'provider_fee' and not has_source then (
      select min(l.id) from ledger_entry l
      where l.tip_id = m.tip_id and l.kind = 'capture' and date_trunc('month', l.booked_at at time zone 'utc') = date_trunc('month', m.booked_at at time zone 'utc')
    ) end
  from movement m;
    return null;
  end $$;

  create function adjustment_is_approved() returns trigger language plpgsql as $$
  begin
    if exists (
      select from adjustment a where a.id = new.movement_id and a.tip_id = new.tip_id and a.decision = 'booked'
        and (new.account, new.amount_minor) in (('creator', a.amount_minor), (a.account, -a.amount_minor))
    ) and not exists (select from ledger_entry l where l.tip_id = new.tip_id and l.movement_id = new.movement_id and l.account = new.account)
    then return new; end if;
    raise exception 'an adjustment is booked once, as it was approved' using errcode = 'restrict_violation';
  end $$;

  create function adjustment_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.decision is null and new.decision is not null
      and (to_jsonb(new) - '{decision,decided_by,decided_at}'::text[]) = (to_jsonb(old) - '{decision,decided_by,decided_at}'::text[])
    then return new; end if;
    raise exception 'an adjustment is only decided, once' using errcode = 'restrict_violation';
  end $$;

  create trigger ledger_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_append_only();

  create trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
  for each statement execute function ledger_is_append_only();

  create trigger ledger_balanced after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_must_balance();

  create trigger ledger_sums_kept after insert on ledger_entry
  referencing new table as added for each statement execute function keep_ledger_sums();

  create trigger adjustment_is_approved before insert on ledger_entry
  for each row when (new.kind = 'adjustment') execute function adjustment_is_approved();

  create trigger adjustment_is_kept before update or delete on adjustment for each row execute function adjustment_is_kept();

  revoke execute on function keep_ledger_sums() from public;

  insert into ledger_check (checked_id, seen_id) values (0, 0);
`
