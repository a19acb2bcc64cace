/** Reports of abuse and the rest of the site. */
export const site = `
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

  -- What visitors wrote. Only the first ones of a case are kept; the case counts the others. Nothing says who a visitor is,
  -- unless they gave an address for questions.
  create table abuse_report (
    id uuid primary key default gen_random_uuid(),
    case_id uuid not null references abuse_case on delete cascade,
    reason text not null check (reason in ('fraud', 'impersonation', 'hate', 'harassment', 'sexual', 'privacy',
      'illegal', 'other')),
    details text not null default '' check (length(details) <= 1000),
    contact text check (length(contact) between 3 and 254),
    created_at timestamptz not null default now()
  );
  create index abuse_report_case on abuse_report (case_id, created_at);
  create index abuse_report_contact on abuse_report (lower(contact)) where contact is not null;

  -- Names that an admin has removed from a creator's public lists, as hashes of their lower-case form.
  create table hidden_name (
    creator_uid uuid not null references account,
    name_hash text not null,
    hidden_at timestamptz not null default now(),
    primary key (creator_uid, name_hash)
  );

  -- What the operator has switched on. A row is on; its absence is off.
  create table site_switch (
    name text primary key check (name in ('maintenance')),
    since timestamptz not null default now()
  );

  create table testimonial (
    uid uuid primary key default gen_random_uuid(),
    image_url text,
    profile_url text,
    position integer not null default 0,
    is_hidden boolean not null default false
  );

  -- Old rows before this time are cleaned up, so that no run reads them again.
  create table retention_progress (
    name text primary key,
    done_to timestamptz not null
  );

  -- Keys that once signed receipts' links, sealed with a newer key. Links in old emails stay valid with them.
  create table receipt_key (
    id text primary key,
    sealed text not null,
    added_at timestamptz not null default now()
  );

  create table secrets_check (
    is_only boolean primary key default true check (is_only),
    sealed text not null
  );
`
