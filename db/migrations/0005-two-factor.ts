/**
 * The second factor: the secret that an authenticator app shares with us, and recovery codes for people who have lost the app.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  create table two_factor (
    uid uuid primary key references account on delete cascade,
    secret_sealed text not null,
    -- Null until a first code has proved that the app has the secret; until then log-ins require no code.
    confirmed_at timestamptz,
    -- The last time step whose code was used, so that no code is valid twice.
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
