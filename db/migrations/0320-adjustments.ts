/**
 * Adjustments: movements that settle what reconciliation found and nothing books by itself. One admin proposes, another one approves.
 * docs/ledger.md.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const kinds = `'capture', 'fee_set_off', 'provider_fee', 'refund', 'reversal', 'dispute_opened', 'dispute_won', 'dispute_lost', 'correction',
  'adjustment'`

const statements = [
  `create table adjustment (
    -- Also the id of the movement that books it.
    id uuid primary key default gen_random_uuid(),
    tip_id uuid not null references tip,
    -- The sum of reconciliation that it is a part of.
    kind text not null check (kind in ('payment', 'refund', 'dispute')),
    -- The account on the other side of the creator's.
    account text not null check (account in ('provider', 'provider_fee', 'platform_fee')),
    -- What the creator's account changes by.
    amount_minor bigint not null check (amount_minor <> 0 and abs(amount_minor) <= 100000000000),
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
    constraint adjustment_is_decided check ((decision is null) = (decided_at is null) and (decision is not null or decided_by is null)),
    constraint adjustment_by_two check (decision is distinct from 'booked' or decided_by is distinct from proposed_by)
  )`,
  'create unique index adjustment_open on adjustment (tip_id) where decision is null',
  'create index adjustment_tip on adjustment (tip_id)',
  'create index adjustment_decided on adjustment (decided_at) where decision is not null',
  `create function adjustment_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.decision is null and new.decision is not null
      and (to_jsonb(new) - '{decision,decided_by,decided_at}'::text[]) = (to_jsonb(old) - '{decision,decided_by,decided_at}'::text[])
    then return new; end if;
    raise exception 'an adjustment is only decided, once' using errcode = 'restrict_violation';
  end $$`,
  'create trigger adjustment_is_kept before update or delete on adjustment for each row execute function adjustment_is_kept()',

  'alter table ledger_entry drop constraint ledger_entry_kind_check',
  `alter table ledger_entry add constraint ledger_entry_kind_check check (kind in (${kinds})) not valid`,
  'alter table ledger_entry validate constraint ledger_entry_kind_check',
  // Two people have approved every entry, and its amount.
  `create function adjustment_is_approved() returns trigger language plpgsql as $$
  begin
    if exists (
      select from adjustment a where a.id = new.movement_id and a.tip_id = new.tip_id and a.decision = 'booked'
        and (new.account, new.amount_minor) in (('creator', a.amount_minor), (a.account, -a.amount_minor))
    ) and not exists (select from ledger_entry l where l.tip_id = new.tip_id and l.movement_id = new.movement_id and l.account = new.account)
    then return new; end if;
    raise exception 'an adjustment is booked once, as it was approved' using errcode = 'restrict_violation';
  end $$`,
  `create trigger adjustment_is_approved before insert on ledger_entry
    for each row when (new.kind = 'adjustment') execute function adjustment_is_approved()`,

  `alter table admin_action drop constraint admin_action_kind, add constraint admin_action_kind check (action in (
    'grant', 'revoke', 'export', 'invoice', 'vat_id', 'verify', 'unverify', 'feature', 'unfeature', 'suspend', 'unsuspend',
    'payment', 'retry', 'drop', 'dismiss', 'hide', 'show', 'testimonial', 'maintenance_on', 'maintenance_off',
    'propose_adjustment', 'book_adjustment', 'reject_adjustment'
  )) not valid`,
  'alter table admin_action validate constraint admin_action_kind',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
