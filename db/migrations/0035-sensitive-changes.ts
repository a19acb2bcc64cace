/** Sensitive changes that the owner can still undo by a mailed link, with what was there before. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table sensitive_change (
    -- Their order: undoing one undoes all that came after it.
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
