/** Safeguards of the ledger: a stricter trigger, reports of reconciliations with providers, and refunds that creators request. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Each text is one statement group; nothing here depends on a Postgres newer than 15. */
const groups = [
  `
  -- Entries must sum to zero per movement, and so per tip, creator, provider and in total. A movement belongs to one tip and has
  -- one currency.
  create or replace function ledger_must_balance() returns trigger language plpgsql as $$
  begin
    if exists (select from added group by movement_id, tip_id, creator_uid, provider, mode, currency
      having sum(amount_minor) <> 0) then
      raise exception 'ledger entries of a movement must sum to zero' using errcode = 'check_violation';
    end if;
    return null;
  end $$;

  -- What a reconciliation of the ledger with a provider found and repaired.
  create table reconcile_report (
    id uuid primary key default gen_random_uuid(),
    started_at timestamptz not null,
    finished_at timestamptz not null default now(),
    since timestamptz not null,
    report jsonb not null
  );
  create index reconcile_report_time on reconcile_report (finished_at);

  -- A refund that a creator requests. It is stored before it is sent to the provider, so that it can be sent again when the
  -- response is lost.
  create table refund_request (
    id uuid primary key default gen_random_uuid(),
    tip_id uuid not null references tip,
    amount_minor bigint not null check (amount_minor > 0),
    reason text not null default '' check (length(reason) <= 200),
    status text not null default 'asked' check (status in ('asked', 'done', 'refused')),
    refund_id text,
    issue text,
    created_at timestamptz not null default now(),
    settled_at timestamptz,
    check ((status = 'asked') = (settled_at is null)),
    check ((status = 'done') = (refund_id is not null))
  );
  create unique index refund_request_one_at_a_time on refund_request (tip_id) where status = 'asked';
  create index refund_request_tip on refund_request (tip_id);

  -- The network that opened an order, as a keyed hash, and the accepted version of the terms: evidence in disputes, and the basis
  -- of limits.
  alter table tip_order add column address_hash text check (address_hash ~ '^[0-9a-f]{64}$');
  alter table tip_order add column terms_version text;
  `,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of groups) await sql.raw(group).execute(db)
}
