/** Tips that creators received elsewhere, imported from files. They are no part of the ledger. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table tip_import (
    import_id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    state text not null default 'receiving'
      check (state in ('receiving', 'checked', 'importing', 'imported', 'removing', 'failed')),
    source text not null check (source in ('kofi', 'other')),
    file_name text not null check (char_length(file_name) <= 100),
    -- What the file adds up to; null until it is read.
    summary jsonb,
    -- The creator's currency and the rates of others when the import was started.
    currency text check (currency in ('usd', 'gbp')),
    rates jsonb not null default '{}',
    in_boards boolean not null default false,
    in_totals boolean not null default false,
    -- What is in, up to and including which line.
    tips integer not null default 0 check (tips >= 0),
    worth_minor bigint not null default 0 check (worth_minor >= 0),
    counted_to integer not null default 0,
    -- How often a worker has begun without getting on.
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    -- When work on it is due: after a crash, or when a checked file expires.
    due_at timestamptz not null default now() + interval '2 minutes',
    unique (import_id, creator_uid),
    check (state in ('receiving', 'removing', 'failed') or summary is not null),
    check (state not in ('importing', 'imported') or currency is not null)
  )`,
  `create index tip_import_creator on tip_import (creator_uid, created_at)`,
  `create unique index tip_import_receiving on tip_import (creator_uid) where state = 'receiving'`,
  `create index tip_import_due on tip_import (due_at) where state not in ('imported', 'failed')`,
  // The lines of a file until it is imported or discarded. A line has either a problem or a tip.
  `create table import_line (
    import_id uuid not null references tip_import on delete cascade,
    line_no integer not null check (line_no > 0),
    problem text,
    is_known boolean not null default false,
    at timestamptz,
    name text check (char_length(name) between 1 and 50),
    message text check (char_length(message) between 1 and 500),
    amount_minor bigint check (amount_minor > 0),
    currency text check (currency ~ '^[a-z]{3}$'),
    dedup_key bytea check (length(dedup_key) = 16),
    primary key (import_id, line_no),
    unique (import_id, dedup_key),
    check ((problem is null) = (at is not null)),
    check ((problem is null) = (amount_minor is not null)),
    check ((problem is null) = (currency is not null)),
    check ((problem is null) = (dedup_key is not null))
  )`,
  `create index import_line_problem on import_line (import_id, line_no) where problem is not null`,
  `create table imported_tip (
    import_id uuid not null,
    line_no integer not null,
    creator_uid uuid not null,
    at timestamptz not null,
    -- Null: the supporter is anonymous.
    name text,
    message text,
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    -- What it is worth in the currency of the import.
    worth_minor bigint not null check (worth_minor >= 0),
    dedup_key bytea not null,
    primary key (import_id, line_no),
    unique (creator_uid, dedup_key),
    foreign key (import_id, creator_uid) references tip_import (import_id, creator_uid)
  )`,
  `create table imported_day_total (
    import_id uuid not null,
    creator_uid uuid not null,
    day date not null,
    amount_minor bigint not null,
    tips integer not null,
    primary key (creator_uid, day, import_id),
    foreign key (import_id, creator_uid) references tip_import (import_id, creator_uid) on delete cascade
  )`,
  `create index imported_day_total_import on imported_day_total (import_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
