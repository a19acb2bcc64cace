/** What a creator sees after connecting a chat: whether the bot is a moderator there, her latest test line, and the bots' accounts. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const columns = `
  alter table platform_connection
    -- Null until the platform has confirmed a message and said what the bot is.
    add column bot_is_moderator boolean,
    -- The event of the latest test line. No foreign key, because old events are deleted.
    add column tested_event_id uuid
`
const accounts = `
  create table bot_account (
    platform text primary key check (platform in ('twitch', 'youtube')),
    account_id text not null,
    name text not null,
    -- SHA-256 of the configured refresh token that the account was read with.
    configured_hash bytea not null check (length(configured_hash) = 32)
  )
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db)
  await sql.raw(accounts).execute(db)
}
