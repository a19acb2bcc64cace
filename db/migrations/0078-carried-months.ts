/**
 * What creators owe at the end of each month, and the VAT of invoices in the currency of the country that it is due in.
 * docs/platform-books.md.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const carried = `
  -- A month whose fees owed are in 'carried_fees'. It takes no more entries, with or without invoices.
  create table carried_month (
    mode text not null,
    month date not null check (extract(day from month) = 1),
    carried_at timestamptz not null default now(),
    primary key (mode, month)
  );
  -- What creators owe at the end of the month. Sums of zero have no row.
  create table carried_fees (
    mode text not null,
    month date not null,
    provider text not null,
    currency text not null,
    owed_minor bigint not null check (owed_minor <> 0),
    primary key (mode, month, provider, currency),
    foreign key (mode, month) references carried_month
  );
  insert into carried_month (mode, month) select mode, month from closed_month;
  insert into carried_fees (mode, month, provider, currency, owed_minor)
    select mode, month, provider, currency, owed_closing_minor from closed_month_sum where owed_closing_minor <> 0;

  create trigger carried_month_append_only before update or delete or truncate on carried_month
    for each statement execute function platform_ledger_is_append_only();
  create trigger carried_fees_append_only before update or delete or truncate on carried_fees
    for each statement execute function platform_ledger_is_append_only();

  create function carried_months_are_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select from carried_month c where c.mode = new.mode and c.month = new.month) then
      raise exception 'the month is closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  revoke execute on function carried_months_are_over() from public;
  create trigger carried_months_over before insert or update on platform_month
    for each row execute function carried_months_are_over();
`

const localVat = `
  -- The published rates of each day, of all published currencies: how much of each is paid for one euro.
  create table published_rate (
    published_on date not null,
    currency text not null check (currency ~ '^[a-z]{3}$'),
    per_euro numeric not null check (per_euro > 0),
    primary key (published_on, currency)
  );
  insert into published_rate (published_on, currency, per_euro) select published_on, currency, per_euro from reference_rate;

  alter table invoice
    -- Where VAT is charged in another currency: the currency of its country, net and VAT in it (ISO 4217: two decimals), how much of
    -- it is paid for one unit of the invoice's currency, and the day of that rate.
    add column local_currency text check (local_currency ~ '^[a-z]{3}$'),
    add column local_net_minor bigint check (local_net_minor >= 0),
    add column local_vat_minor bigint check (local_vat_minor >= 0),
    add column local_rate numeric check (local_rate > 0),
    add column local_rate_on date,
    add constraint invoice_local_vat check (
      num_nonnulls(local_currency, local_net_minor, local_vat_minor, local_rate, local_rate_on) in (0, 5)
      and (local_currency is null or vat_rule = 'charged')) not valid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [carried, localVat]) await sql.raw(group).execute(db)
  await sql`alter table invoice validate constraint invoice_local_vat`.execute(db)
}
