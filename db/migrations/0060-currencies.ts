/** Tips in other currencies than their creator's, what they are worth in the creator's, and the published rates to estimate that. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const codes =
  "'usd', 'gbp', 'eur', 'jpy', 'cad', 'aud', 'chf', 'sek', 'nok', 'dkk', 'pln', 'czk', 'huf', 'nzd', 'mxn'"

const widen = (table: string) => `
  alter table ${table} drop constraint ${table}_currency_check,
    add constraint ${table}_currency_check check (currency in (${codes}));`

/**
 * What a tip is worth, in minor units of the currency that its creator is paid in. Both are null for a tip in that currency: then
 * it is worth its amount.
 */
const worth = (table: string) => `
  alter table ${table}
    add column worth_minor bigint check (worth_minor > 0),
    add column worth_currency text check (worth_currency in ('usd', 'gbp')),
    add check ((worth_minor is null) = (worth_currency is null)),
    add check (worth_currency <> currency);`

const changes = [
  ...['tip_order', 'tip', 'ledger_entry'].map(widen),
  ...['tip_order', 'tip'].map(worth),
  `
  alter table tip
    -- How much of what it is worth was returned; 0 for a tip in its creator's currency.
    add column worth_returned_minor bigint not null default 0,
    -- When the provider's own conversion became known. Until then the worth is an estimate by a published rate.
    add column worth_recorded_at timestamptz,
    add check (worth_returned_minor between 0 and coalesce(worth_minor, 0)),
    add check (worth_recorded_at is null or worth_minor is not null);

  -- The latest published rate of each currency: how much of it is paid for one euro.
  create table reference_rate (
    currency text primary key,
    per_euro numeric not null check (per_euro > 0),
    published_on date not null,
    read_at timestamptz not null default now()
  );
  `,
  `
  -- What a creator keeps of a tip, in the currency that the creator is paid in.
  create function kept_worth(tip) returns bigint immutable language sql as
    'select coalesce($1.worth_minor - $1.worth_returned_minor, $1.amount_minor - $1.returned_minor)';

  create or replace function add_to_creator_day() returns trigger language plpgsql as $$
  begin
    insert into creator_day_total (creator_uid, day, amount_minor, tips)
    values (new.creator_uid, (new.captured_at at time zone 'utc')::date,
      coalesce(new.worth_minor - new.worth_returned_minor, new.amount_minor - new.returned_minor),
      (new.returned_minor < new.amount_minor)::integer)
    on conflict (creator_uid, day) do update set
      amount_minor = creator_day_total.amount_minor + excluded.amount_minor,
      tips = creator_day_total.tips + excluded.tips;
    return null;
  end $$;

  create or replace function take_from_creator_day() returns trigger language plpgsql as $$
  begin
    update creator_day_total set
      amount_minor = amount_minor + kept_worth(new) - kept_worth(old),
      tips = tips + (new.returned_minor < new.amount_minor)::integer - (old.returned_minor < old.amount_minor)::integer
    where creator_uid = new.creator_uid and day = (new.captured_at at time zone 'utc')::date;
    return null;
  end $$;
  drop trigger tip_takes_from_day on tip;
  create trigger tip_takes_from_day after update of returned_minor, worth_minor, worth_returned_minor on tip for each row
    when (old.returned_minor <> new.returned_minor or old.worth_minor <> new.worth_minor
      or old.worth_returned_minor <> new.worth_returned_minor)
    execute function take_from_creator_day();
  `,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
}
