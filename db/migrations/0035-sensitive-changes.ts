/** Sensitive changes, each with the previous values, until the owner can no longer undo them with the link in an email. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table sensitive_change (
    -- Ascending in the order of the changes: undoing one also undoes all later ones.
    id bigint generated always as identity primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (kind in
      ('payout', 'email', 'password', 'two-factor-on', 'two-factor-off', 'recovery-codes', 'google', 'deletion')),
    before jsonb not null,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index sensitive_change_uid on sensitive_change (uid, id);
  create index sensitive_change_expires on sensitive_change (expires_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
