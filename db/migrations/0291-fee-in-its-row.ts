/**
 * The movement of a provider's fee names the capture whose row of the statement has the fee, if both were booked in one month (UTC).
 * docs/decisions/0040-one-row-per-tip.md. Fees that are booked already stay rows of their own, because no movement is ever changed.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const columns = [
  // The id of the capture's movement; null for every movement that is a row itself.
  'alter table ledger_movement add column capture_row bigint',
  `alter table ledger_movement add constraint ledger_movement_capture_row
    check (capture_row is null or kind = 'provider_fee') not valid`,
  'alter table ledger_movement validate constraint ledger_movement_capture_row',
]

const sumOf = (condition: string) => `coalesce(sum(amount_minor) filter (where ${condition}), 0)::bigint`

/** As in 0039, and whether the movement has a source: a fee with one is that of a dispute. */
const movements = `
  select min(id) as id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, min(booked_at) as booked_at,
    bool_or(source_id is not null) as has_source,
    -${sumOf(`account = 'provider' and kind = 'capture'`)} as received,
    ${sumOf(`account = 'provider' and kind <> 'capture'`)} as returned,
    ${sumOf(`account = 'creator'`)} as creator,
    ${sumOf(`account = 'platform_fee'`)} as platform_fee,
    ${sumOf(`account = 'fee_owed'`)} as fee_owed,
    ${sumOf(`account = 'provider_fee'`)} as provider_fee,
    ${sumOf(`account = 'disputed'`)} as disputed
  from added
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

const monthOf = (row: string) => `date_trunc('month', ${row}.booked_at at time zone 'utc')`

const insertMovements = `
  insert into ledger_movement (id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator_minor,
    platform_fee_minor, provider_fee_minor, fee_owed_minor, balance_minor, owed_balance_minor, capture_row)
  select id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator, platform_fee, provider_fee,
    fee_owed, ${balanceOf('creator_minor', 'creator')}, ${balanceOf('fee_owed_minor', 'fee_owed')},
    case when kind = 'provider_fee' and not has_source then (
      select min(l.id) from ledger_entry l
      where l.tip_id = m.tip_id and l.kind = 'capture' and ${monthOf('l')} = ${monthOf('m')}
    ) end
  from movement m`

/** Otherwise the function of 0039, with the rights that 0048 gave it. */
const keep = `
  create or replace function keep_ledger_sums() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  begin
    perform from creator_counter where creator_uid = any (array(select distinct creator_uid from added))
      order by creator_uid for no key update;
    with movement as materialized (${movements}), kept as (${insertYears})
    ${insertMovements};
    return null;
  end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...columns, keep]) await sql.raw(statement).execute(db)
}
