/** When a platform stopped accepting one of the bots, so that creators and the operator are told. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table bot_outage (
    platform text not null check (platform in ('twitch', 'youtube')),
    -- 'grant': the platform gives no access token; 'login': it refuses the bot with a new one.
    cause text not null check (cause in ('grant', 'login')),
    since timestamptz not null default now(),
    primary key (platform, cause)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
