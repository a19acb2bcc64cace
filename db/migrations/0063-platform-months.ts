/**
 * The platform's own ledger: what each creator's entries of a month change the service fees by, months that are closed, and what
 * admins do. docs/platform-books.md.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  -- What the accounts 'platform_fee' and 'fee_owed' changed by, per creator and month (UTC) of the booking.
  create table platform_month (
    mode text not null,
    -- The first day of the month, also in tip_month.
    month date not null check (extract(day from month) = 1),
    creator_uid uuid not null,
    currency text not null,
    -- The month in which the capture of the tips was booked. A set-off belongs to no tip: it has its own month.
    tip_month date not null check (extract(day from tip_month) = 1 and tip_month <= month),
    provider text not null,
    kind text not null,
    fee_minor bigint not null,
    owed_minor bigint not null,
    -- The smallest and the largest id of its movements.
    first_id bigint not null,
    last_id bigint not null,
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
    provider text not null,
    currency text not null,
    owed_opening_minor bigint not null,
    charged_minor bigint not null,
    returned_minor bigint not null,
    received_minor bigint not null,
    owed_closing_minor bigint not null,
    primary key (mode, month, provider, currency),
    foreign key (mode, month) references closed_month,
    constraint closed_month_sum_balances
      check (owed_opening_minor + charged_minor + returned_minor - received_minor = owed_closing_minor)
  );

  -- What was done with an admin's rights. Admins are made by a command on the server, which has no account.
  create table admin_action (
    id bigint generated always as identity primary key,
    admin_uid uuid,
    action text not null check (action in ('grant', 'revoke', 'export', 'invoice', 'vat_id')),
    -- The account that it was done to.
    account_uid uuid,
    -- A month or the number of an invoice.
    subject text,
    done_at timestamptz not null default now(),
    constraint admin_action_by_command check ((admin_uid is null) = (action in ('grant', 'revoke')))
  );

  create function platform_ledger_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'the platform ledger is append-only' using errcode = 'restrict_violation';
  end $$;
  create trigger closed_month_append_only before update or delete or truncate on closed_month
    for each statement execute function platform_ledger_is_append_only();
  create trigger closed_month_sum_append_only before update or delete or truncate on closed_month_sum
    for each statement execute function platform_ledger_is_append_only();
  create trigger admin_action_append_only before update or delete or truncate on admin_action
    for each statement execute function platform_ledger_is_append_only();
`

const monthOf = (time: string) => `date_trunc('month', ${time} at time zone 'utc')::date`

/** The sums of the movements in `entries`. What takes a fee back belongs to the month of its tip, which one read by index finds. */
const insertMonths = (entries: string) => `
  insert into platform_month as p (mode, month, creator_uid, currency, tip_month, provider, kind, fee_minor, owed_minor,
    first_id, last_id)
  select mode, month, creator_uid, currency, tip_month, provider, kind, sum(fee), sum(owed), min(id), max(id)
  from (
    select m.*, ${monthOf('m.booked_at')} as month,
      least(${monthOf('coalesce(paid.booked_at, m.booked_at)')}, ${monthOf('m.booked_at')}) as tip_month
    from (
      select min(id) as id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, min(booked_at) as booked_at,
        coalesce(sum(amount_minor) filter (where account = 'platform_fee'), 0)::bigint as fee,
        coalesce(sum(amount_minor) filter (where account = 'fee_owed'), 0)::bigint as owed
      from ${entries}
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
    last_id = greatest(p.last_id, excluded.last_id)`

/**
 * It runs with its owner's rights, like `keep_ledger_sums` (0048). A transaction that books into a closed month fails. The product
 * books at the present time, and a month is closed two days after its end, so a repeat of the transaction succeeds.
 */
const keep = `
  create function keep_platform_months() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select from closed_month c join added e on e.mode = c.mode and ${monthOf('e.booked_at')} = c.month
      where e.account in ('platform_fee', 'fee_owed')) then
      raise exception 'the month is closed' using errcode = 'restrict_violation';
    end if;
    ${insertMonths('added')};
    return null;
  end $$;
  revoke execute on function keep_platform_months() from public;
  create trigger platform_months_kept after insert on ledger_entry
    referencing new table as added for each statement execute function keep_platform_months();

  ${insertMonths('ledger_entry')};
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [tables, keep]) await sql.raw(group).execute(db)
}
