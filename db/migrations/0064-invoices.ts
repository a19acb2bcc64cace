/** Invoices and credit notes about service fees, and the details of creators that are on them. docs/platform-books.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  create table billing_details (
    uid uuid primary key references account,
    -- Legal name, address, country and VAT id, encrypted: domain/payments/invoices/billing-details.ts.
    sealed text not null,
    has_vat_id boolean not null,
    -- When an admin found the VAT id valid; null again after each change of it.
    vat_id_checked_at timestamptz,
    -- Whether receipts show the name and the address to supporters.
    is_on_receipts boolean not null default false,
    updated_at timestamptz not null default now(),
    -- Set when the account is erased: until then the law wants the details kept.
    keep_until timestamptz,
    check (has_vat_id or vat_id_checked_at is null)
  );
  create index billing_details_to_check on billing_details (updated_at) where has_vat_id and vat_id_checked_at is null;
  create index billing_details_kept on billing_details (keep_until) where keep_until is not null;

  -- The last number of each series. Only the trigger of 'invoice' changes it.
  create table invoice_counter (
    mode text not null,
    kind text not null,
    year integer not null,
    last_number integer not null check (last_number > 0),
    primary key (mode, kind, year)
  );

  create table invoice (
    id uuid primary key default gen_random_uuid(),
    mode text not null check (mode in ('test', 'live')),
    kind text not null check (kind in ('invoice', 'credit_note')),
    -- Both are set by a trigger.
    year integer not null default 0,
    number integer not null default 0,
    issued_on date not null default (now() at time zone 'utc')::date,
    creator_uid uuid not null,
    -- The month in which the fees were booked, and the month of their tips. They differ in a correction.
    month date not null,
    tip_month date not null,
    -- The invoice of the tips' month.
    corrects uuid references invoice,
    currency text not null,
    -- What was charged or, in a credit note, returned, with VAT.
    total_minor bigint not null check (total_minor > 0),
    vat_minor bigint not null check (vat_minor >= 0 and vat_minor <= total_minor),
    -- In hundredths of a percent.
    vat_rate integer not null check (vat_rate between 0 and 9999),
    vat_rule text not null check (vat_rule in ('charged', 'reverse_charge', 'outside', 'not_registered')),
    -- The country whose VAT it is.
    country text not null check (country ~ '^[A-Z]{2}$'),
    locale text not null,
    -- The seller as of the issue: public facts of the platform.
    seller jsonb not null,
    unique (mode, kind, year, number),
    unique (mode, creator_uid, month, currency, tip_month),
    check ((kind = 'credit_note') <= (tip_month < month)),
    check (vat_rule = 'charged' or vat_minor = 0)
  );
  create index invoice_month on invoice (mode, month, id);
  create index invoice_corrects on invoice (corrects) where corrects is not null;

  -- Who an invoice is for, encrypted. It is deleted when the law allows it; the invoice itself stays.
  create table invoice_buyer (
    invoice_id uuid primary key references invoice,
    sealed text not null,
    keep_until date not null
  );
  create index invoice_buyer_kept on invoice_buyer (keep_until);
`

/** Numbers without gaps: the counter's row stays locked until the transaction that issues has ended, so what is undone has no number. */
const rules = `
  create function number_invoice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    new.year := extract(year from new.issued_on);
    insert into invoice_counter as c (mode, kind, year, last_number) values (new.mode, new.kind, new.year, 1)
      on conflict (mode, kind, year) do update set last_number = c.last_number + 1
      returning last_number into new.number;
    return new;
  end $$;
  revoke execute on function number_invoice() from public;
  create trigger invoice_numbered before insert on invoice for each row execute function number_invoice();

  create trigger invoice_append_only before update or delete or truncate on invoice
    for each statement execute function platform_ledger_is_append_only();

  create function invoice_buyer_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'DELETE' or old.keep_until > (now() at time zone 'utc')::date then
      raise exception 'the buyer of an invoice is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end $$;
  create trigger invoice_buyer_kept before update or delete on invoice_buyer
    for each row execute function invoice_buyer_is_kept();
  create trigger invoice_buyer_not_emptied before truncate on invoice_buyer
    for each statement execute function platform_ledger_is_append_only();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [tables, rules]) await sql.raw(group).execute(db)
}
