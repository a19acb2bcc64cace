/** Passkeys: public keys of authenticators, for logging in and for confirming sensitive changes. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table passkey (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    -- The authenticator's id of the credential, base64url.
    credential_id text not null unique,
    -- COSE, as the authenticator has sent it.
    public_key bytea not null,
    -- How often the authenticator has signed; always 0 at those that do not count, such as synced ones.
    counter bigint not null check (counter >= 0),
    transports text[] not null,
    -- Whether it may be synced between devices, and whether it is.
    can_back_up boolean not null,
    is_backed_up boolean not null check (can_back_up or not is_backed_up),
    name text not null check (name <> ''),
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  );
  create index passkey_uid on passkey (uid, created_at);

  -- Challenges that a passkey has answered: none is valid twice. A row outlives the challenge.
  create table used_challenge (
    challenge_hash bytea primary key,
    expires_at timestamptz not null
  );
  create index used_challenge_expires on used_challenge (expires_at);

  alter table session
    drop constraint session_confirmed_by_check,
    add constraint session_confirmed_by_check check (confirmed_by in ('password', 'google', 'passkey'));

  alter table sensitive_change
    drop constraint sensitive_change_kind_check,
    add constraint sensitive_change_kind_check check (kind in
      ('payout', 'email', 'password', 'two-factor-on', 'two-factor-off', 'recovery-codes', 'google', 'deletion',
       'passkey-added', 'passkey-removed'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
