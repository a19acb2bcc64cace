/** The refresh tokens that platforms gave the bots in place of those that the operator configured. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table bot_grant (
    platform text primary key check (platform in ('twitch', 'youtube')),
    -- SHA-256 of the configured token that this one came from: with another configured it is worth nothing.
    configured_hash bytea not null check (length(configured_hash) = 32),
    refresh_token_sealed text not null
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
