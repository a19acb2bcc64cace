/** Single-use links for actions of an account, and an id for each session that pages may show. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table session add column id uuid not null default gen_random_uuid();
  create unique index session_id on session (id);

  create table account_link (
    token_hash bytea primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (kind in ('reset-password', 'confirm-email')),
    -- The address that opening the link confirms.
    email text not null check (length(email) <= 254),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index account_link_uid on account_link (uid);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
