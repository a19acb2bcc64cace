/** Refresh tokens that platforms returned in place of the ones that the operator configured for the bots. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table bot_grant (
    platform text primary key check (platform in ('twitch', 'youtube')),
    -- SHA-256 of the configured token that this one replaced. Once the operator configures another token, the row is ignored.
    configured_hash bytea not null check (length(configured_hash) = 32),
    refresh_token_sealed text not null
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
