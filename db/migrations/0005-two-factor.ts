/** A second factor: the secret that an authenticator app shares with us, and codes for who has lost the app. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  create table two_factor (
    uid uuid primary key references account on delete cascade,
    secret_sealed text not null,
    -- Null until the first code has shown that the app has the secret; it asks for nothing before.
    confirmed_at timestamptz,
    -- The last time step whose code was used: no code is good twice.
    last_step bigint not null default 0
  );

  create table recovery_code (
    uid uuid not null references two_factor on delete cascade,
    code_hash bytea not null,
    primary key (uid, code_hash)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
