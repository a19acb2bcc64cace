/** API tokens, with which a creator's tools call us, and the responses to writes that a tool may repeat. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table api_token (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    name text not null check (name <> ''),
    -- SHA-256 of the token; the token itself is shown once and stored nowhere.
    token_hash bytea not null unique check (length(token_hash) = 32),
    scopes text[] not null check (cardinality(scopes) > 0),
    created_at timestamptz not null default now(),
    -- Null: it has no end date.
    expires_at timestamptz,
    last_used_at timestamptz
  ) with (fillfactor = 80);
  create index api_token_uid on api_token (uid, created_at);

  create table tool_write (
    token_id uuid not null references api_token on delete cascade,
    -- The Idempotency-Key of the request, and a SHA-256 of its path and body.
    key text not null check (length(key) between 1 and 100),
    request_hash bytea not null check (length(request_hash) = 32),
    -- Null while the write is under way.
    response jsonb,
    created_at timestamptz not null default now(),
    primary key (token_id, key)
  );
  create index tool_write_created on tool_write (created_at);

  alter table sensitive_change
    drop constraint sensitive_change_kind_check,
    add constraint sensitive_change_kind_check check (kind in
      ('payout', 'email', 'password', 'two-factor-on', 'two-factor-off', 'recovery-codes', 'google', 'deletion',
       'passkey-added', 'passkey-removed', 'token-added'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
