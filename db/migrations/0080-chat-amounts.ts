/** What a creator's chats make of a tip's amount and message: the smallest announced tip, and templates from an amount on. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table chatbot_settings
    -- In minor units of the creator's currency; 0 announces every tip.
    add column min_tip_minor bigint not null default 0 check (min_tip_minor between 0 and 5000000),
    -- Whether templates may contain the message of a tip.
    add column shows_message boolean not null default false`,
  `create table chat_amount_template (
    uid uuid not null references account on delete cascade,
    platform text not null check (platform in ('twitch', 'youtube', 'discord')),
    kind text not null check (kind in ('goalTip', 'generalTip')),
    -- Counts the templates of one kind, because only five are allowed.
    position smallint not null check (position between 1 and 5),
    -- In minor units of the creator's currency.
    from_minor bigint not null check (from_minor between 100 and 5000000),
    text text not null check (char_length(text) between 1 and 500 and text !~ '[\\x01-\\x1f]'),
    primary key (uid, platform, kind, position),
    unique (uid, platform, kind, from_minor)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
