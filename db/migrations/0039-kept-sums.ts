/** Sums of the ledger that the booking itself keeps: a row per movement with its balance, and a row per creator and year. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  -- A movement as its creator sees it. The amounts are those of its entries; the id is the smallest of theirs.
  create table ledger_movement (
    id bigint not null,
    movement_id uuid not null,
    kind text not null,
    tip_id uuid not null,
    creator_uid uuid not null,
    provider text not null,
    mode text not null,
    currency text not null,
    booked_at timestamptz not null,
    creator_minor bigint not null,
    platform_fee_minor bigint not null,
    provider_fee_minor bigint not null,
    fee_owed_minor bigint not null,
    -- What the accounts 'creator' and 'fee_owed' held in this currency after the movement.
    balance_minor bigint not null,
    owed_balance_minor bigint not null,
    primary key (creator_uid, mode, id)
  );
  create index ledger_movement_kind on ledger_movement (creator_uid, mode, kind, id) where kind <> 'capture';
  create trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
    for each statement execute function ledger_is_append_only();

  -- What a creator's entries of one year (UTC) sum to. Received and returned are the account 'provider': what captures took from
  -- supporters, and what went back. The other columns are the accounts of these names.
  create table ledger_year (
    creator_uid uuid not null,
    mode text not null,
    currency text not null,
    provider text not null,
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
    primary key (creator_uid, mode, currency, provider, year),
    constraint ledger_year_balances check (received_minor - returned_minor
      = creator_minor + platform_fee_minor + fee_owed_minor + provider_fee_minor + disputed_minor)
  ) with (fillfactor = 50);

  -- What open orders will set off is read with each card order of a creator who owes fees.
  create index tip_order_set_off on tip_order (creator_uid)
    where set_off_minor > 0 and status in ('OPENING', 'CREATED', 'CLEARING');
`

const sumOf = (condition: string) => `coalesce(sum(amount_minor) filter (where ${condition}), 0)::bigint`

/** The movements of `entries`, with a sum for each column of `ledger_year`. */
const movementsOf = (entries: string) => `
  select min(id) as id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, min(booked_at) as booked_at,
    -${sumOf(`account = 'provider' and kind = 'capture'`)} as received,
    ${sumOf(`account = 'provider' and kind <> 'capture'`)} as returned,
    ${sumOf(`account = 'creator'`)} as creator,
    ${sumOf(`account = 'platform_fee'`)} as platform_fee,
    ${sumOf(`account = 'fee_owed'`)} as fee_owed,
    ${sumOf(`account = 'provider_fee'`)} as provider_fee,
    ${sumOf(`account = 'disputed'`)} as disputed
  from ${entries}
  group by movement_id, kind, tip_id, creator_uid, provider, mode, currency`

const insertYears = `
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
    last_id = greatest(y.last_id, excluded.last_id)`

/** Balances begin at what the years held when the statement began. */
const balanceOf = (column: string, amount: string) => `
    coalesce((select sum(y.${column}) from ledger_year y
      where y.creator_uid = m.creator_uid and y.mode = m.mode and y.currency = m.currency), 0)
      + sum(${amount}) over (partition by creator_uid, mode, currency order by id)`

const insertMovements = `
  insert into ledger_movement (id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator_minor,
    platform_fee_minor, provider_fee_minor, fee_owed_minor, balance_minor, owed_balance_minor)
  select id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator, platform_fee, provider_fee,
    fee_owed, ${balanceOf('creator_minor', 'creator')}, ${balanceOf('fee_owed_minor', 'fee_owed')}
  from movement m`

/**
 * A creator's movements are booked one at a time, under the lock of her counter, which captures and reports hold already; so
 * no balance misses another's movement.
 */
const keep = `
  create function keep_ledger_sums() returns trigger language plpgsql as $$
  begin
    perform from creator_counter where creator_uid = any (array(select distinct creator_uid from added))
      order by creator_uid for no key update;
    with movement as materialized (${movementsOf('added')}), kept as (${insertYears})
    ${insertMovements};
    return null;
  end $$;
  create trigger ledger_sums_kept after insert on ledger_entry
    referencing new table as added for each statement execute function keep_ledger_sums();

  with movement as materialized (${movementsOf('ledger_entry')}), kept as (${insertYears})
  ${insertMovements};
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [tables, keep]) await sql.raw(group).execute(db)
}
