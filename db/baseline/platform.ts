/** The platform's own books: months, invoices, and what admins do. */
export const platform = `
  -- What the accounts 'platform_fee' and 'fee_owed' changed by, per creator and month (UTC) of the booking.
  create table platform_month (
    mode text not null,
    -- The first day of the month, also in tip_month.
    month date not null check (extract(day from month) = 1),
    creator_uid uuid not null,
    currency currency_code not null,
    -- The month in which the capture of the tips was booked. A set-off belongs to no tip: it has its own month.
    tip_month date not null,
    provider short_code not null,
    kind text not null,
    fee_minor bigint not null,
    owed_minor bigint not null,
    -- The smallest and the largest id of its movements.
    first_id bigint not null,
    last_id bigint not null,
    check (extract(day from tip_month) = 1 and tip_month <= month),
    primary key (mode, month, creator_uid, currency, tip_month, provider, kind)
  ) with (fillfactor = 50);

  -- A closed month takes no more entries.
  create table closed_month (
    mode text not null,
    month date not null check (extract(day from month) = 1),
    closed_at timestamptz not null default now(),
    primary key (mode, month)
  );

  -- Its sums, also of providers and currencies in which nothing moved but fees are still owed.
  create table closed_month_sum (
    mode text not null,
    month date not null,
    provider short_code not null,
    currency currency_code not null,
    owed_opening_minor bigint not null,
    charged_minor bigint not null,
    returned_minor bigint not null,
    received_minor bigint not null,
    owed_closing_minor bigint not null,
    constraint closed_month_sum_balances check (owed_opening_minor + charged_minor + returned_minor - received_minor =
      owed_closing_minor),
    primary key (mode, month, provider, currency),
    foreign key (mode, month) references closed_month
  );

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
    provider short_code not null,
    currency currency_code not null,
    owed_minor bigint not null check (owed_minor <> 0),
    primary key (mode, month, provider, currency),
    foreign key (mode, month) references carried_month
  );

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
    issued_on date not null default ((now() AT TIME ZONE 'utc'::text))::date,
    creator_uid uuid not null,
    -- The month in which the fees were booked, and the month of their tips. They differ in a correction.
    month date not null,
    tip_month date not null,
    -- The invoice of the tips' month.
    corrects uuid references invoice,
    currency currency_code not null,
    -- What was charged or, in a credit note, returned, with VAT.
    total_minor bigint not null check (total_minor > 0),
    vat_minor bigint not null,
    -- In hundredths of a percent.
    vat_rate integer not null check (vat_rate between 0 and 9999),
    vat_rule text not null check (vat_rule in ('charged', 'reverse_charge', 'outside', 'not_registered')),
    -- The country whose VAT it is.
    country text not null check (country ~ '^[A-Z]{2}$'),
    locale short_code not null,
    -- The seller as of the issue: public facts of the platform.
    seller jsonb not null,
    -- Where VAT is charged in another currency: the currency of its country, net and VAT in it (ISO 4217: two decimals), how much
    -- of it is paid for one unit of the invoice's currency, and the day of that rate.
    local_currency currency_code,
    local_net_minor bigint check (local_net_minor >= 0),
    local_vat_minor bigint check (local_vat_minor >= 0),
    local_rate numeric check (local_rate > 0),
    local_rate_on date,
    check (vat_minor >= 0 and vat_minor <= total_minor),
    check ((kind = 'credit_note') <= (tip_month < month)),
    check (vat_rule = 'charged' or vat_minor = 0),
    unique (mode, kind, year, number),
    unique (mode, creator_uid, month, currency, tip_month),
    constraint invoice_local_vat check (num_nonnulls(local_currency, local_net_minor, local_vat_minor, local_rate,
      local_rate_on) in (0, 5) and (local_currency is null or vat_rule = 'charged'))
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

  -- What was done with an admin's rights. Admins are made by a command on the server, which has no account.
  create table admin_action (
    id bigint generated always as identity primary key,
    admin_uid uuid,
    action text not null constraint admin_action_kind check (action in ( 'grant', 'revoke', 'export', 'invoice',
      'vat_id', 'verify', 'unverify', 'feature', 'unfeature', 'suspend', 'unsuspend', 'log-out', 'payment', 'retry', 'drop',
      'dismiss', 'hide', 'show', 'testimonial', 'maintenance_on', 'maintenance_off', 'propose_adjustment',
      'book_adjustment', 'reject_adjustment', 'propose_settlement', 'settle_payment', 'reject_settlement' )),
    -- The account that it was done to.
    account_uid uuid,
    -- A month or the number of an invoice.
    subject text,
    done_at timestamptz not null default now(),
    -- What the admin gave as the reason; null for what needs none.
    reason text check (length(reason) between 1 and 300)
  );

  create function platform_ledger_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'the platform ledger is append-only' using errcode = 'restrict_violation';
  end $$;

  create function keep_platform_months() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select from closed_month c join added e on e.mode = c.mode and date_trunc('month', e.booked_at at time zone 'utc')::date = c.month
      where e.account in ('platform_fee', 'fee_owed')) then
      raise exception 'the month is closed' using errcode = 'restrict_violation';
    end if;

  insert into platform_month as p (mode, month, creator_uid, currency, tip_month, provider, kind, fee_minor, owed_minor,
    first_id, last_id)
  select mode, month, creator_uid, currency, tip_month, provider, kind, sum(fee), sum(owed), min(id), max(id)
  from (
    select m.*, date_trunc('month', m.booked_at at time zone 'utc')::date as month,
      least(date_trunc('month', coalesce(paid.booked_at, m.booked_at) at time zone 'utc')::date, date_trunc('month', m.booked_at at time zone 'utc')::date) as tip_month
    from (
      select min(id) as id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, min(booked_at) as booked_at,
        coalesce(sum(amount_minor) filter (where account = 'platform_fee'), 0)::bigint as fee,
        coalesce(sum(amount_minor) filter (where account = 'fee_owed'), 0)::bigint as owed
      from added
      group by movement_id, kind, tip_id, creator_uid, provider, mode, currency
    ) m
    left join lateral (
      select min(c.booked_at) as booked_at from ledger_entry c
      where m.kind not in ('capture', 'fee_set_off') and c.tip_id = m.tip_id and c.kind = 'capture'
    ) paid on true
    where fee <> 0 or owed <> 0
  ) movement
  group by mode, month, creator_uid, currency, tip_month, provider, kind
  order by mode, month, creator_uid, currency, tip_month, provider, kind
  on conflict (mode, month, creator_uid, currency, tip_month, provider, kind) do update set
    fee_minor = p.fee_minor + excluded.fee_minor,
    owed_minor = p.owed_minor + excluded.owed_minor,
    first_id = least(p.first_id, excluded.first_id),
    last_id = greatest(p.last_id, excluded.last_id);
    return null;
  end $$;

  create function carried_months_are_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select from carried_month c where c.mode = new.mode and c.month = new.month) then
      raise exception 'the month is closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;

  create function number_invoice() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    new.year := extract(year from new.issued_on);
    insert into invoice_counter as c (mode, kind, year, last_number) values (new.mode, new.kind, new.year, 1)
      on conflict (mode, kind, year) do update set last_number = c.last_number + 1
      returning last_number into new.number;
    return new;
  end $$;

  -- Only the role that owns the schema may replace a sealed buyer, and nothing else of the row.
  create function invoice_buyer_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and new.invoice_id = old.invoice_id and new.keep_until = old.keep_until
      and (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = tg_relid) then
      return new;
    end if;
    if tg_op <> 'DELETE' or old.keep_until > (now() at time zone 'utc')::date then
      raise exception 'the buyer of an invoice is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end $$;

  create trigger platform_months_kept after insert on ledger_entry
  referencing new table as added for each statement execute function keep_platform_months();

  create trigger carried_months_over before insert or update on platform_month
  for each row execute function carried_months_are_over();

  create trigger closed_month_append_only before update or delete or truncate on closed_month
  for each statement execute function platform_ledger_is_append_only();

  create trigger closed_month_sum_append_only before update or delete or truncate on closed_month_sum
  for each statement execute function platform_ledger_is_append_only();

  create trigger carried_month_append_only before update or delete or truncate on carried_month
  for each statement execute function platform_ledger_is_append_only();

  create trigger carried_fees_append_only before update or delete or truncate on carried_fees
  for each statement execute function platform_ledger_is_append_only();

  create trigger invoice_numbered before insert on invoice for each row execute function number_invoice();

  create trigger invoice_append_only before update or delete or truncate on invoice
  for each statement execute function platform_ledger_is_append_only();

  create trigger invoice_buyer_kept before update or delete on invoice_buyer
  for each row execute function invoice_buyer_is_kept();

  create trigger invoice_buyer_not_emptied before truncate on invoice_buyer
  for each statement execute function platform_ledger_is_append_only();

  create trigger admin_action_append_only before update or delete or truncate on admin_action
  for each statement execute function platform_ledger_is_append_only();

  revoke execute on function keep_platform_months(), carried_months_are_over(), number_invoice() from public;
`
