/** Visitors' reports with their queue, what an admin hides, which testimonials are shown, and the switch for maintenance. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  -- What was reported: a creator's page, one of her goals, or a supporter's name in her public lists. A case is open until it is
  -- decided; later reports of the same thing open a new one.
  create table abuse_case (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    goal_id uuid references goal,
    name text check (length(name) between 1 and 50),
    reports integer not null default 1 check (reports > 0),
    opened_at timestamptz not null default now(),
    decision text check (decision in ('dismiss', 'hide', 'suspend')),
    decided_at timestamptz,
    check (goal_id is null or name is null),
    check (decision is distinct from 'hide' or goal_id is not null or name is not null),
    check ((decision is null) = (decided_at is null))
  );
  create unique index abuse_case_once on abuse_case
    (creator_uid, coalesce(goal_id, '00000000-0000-0000-0000-000000000000'), coalesce(lower(name), '')) where decided_at is null;
  create index abuse_case_open on abuse_case (opened_at) where decided_at is null;
  create index abuse_case_decided on abuse_case (decided_at) where decided_at is not null;
  create index abuse_case_creator on abuse_case (creator_uid);

  -- What visitors wrote. Only the first ones of a case are kept; the case counts the others. Nothing says who a visitor is, unless
  -- they gave an address for questions.
  create table abuse_report (
    id uuid primary key default gen_random_uuid(),
    case_id uuid not null references abuse_case on delete cascade,
    reason text not null check (reason in ('fraud', 'impersonation', 'hate', 'harassment', 'sexual', 'privacy', 'illegal', 'other')),
    details text not null default '' check (length(details) <= 1000),
    contact text check (length(contact) between 3 and 254),
    created_at timestamptz not null default now()
  );
  create index abuse_report_case on abuse_report (case_id, created_at);
  create index abuse_report_contact on abuse_report (lower(contact)) where contact is not null;

  -- Since when an admin hides the goal from everybody but its creator.
  alter table goal add column hidden_at timestamptz;

  -- Names that an admin has removed from a creator's public lists, as hashes of their lower-case form.
  create table hidden_name (
    creator_uid uuid not null references account,
    name_hash text not null,
    hidden_at timestamptz not null default now(),
    primary key (creator_uid, name_hash)
  );

  alter table testimonial add column is_hidden boolean not null default false;

  -- What the operator has switched on. A row is on; its absence is off.
  create table site_switch (
    name text primary key check (name in ('maintenance')),
    since timestamptz not null default now()
  );

  alter table admin_action
    drop constraint admin_action_kind,
    add constraint admin_action_kind check (action in (
      'grant', 'revoke', 'export', 'invoice', 'vat_id', 'verify', 'unverify', 'feature', 'unfeature', 'suspend', 'unsuspend',
      'payment', 'retry', 'drop', 'dismiss', 'hide', 'show', 'testimonial', 'maintenance_on', 'maintenance_off'
    )) not valid;
  alter table admin_action validate constraint admin_action_kind;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
