/** The state of each platform connection, and creators' own chat templates and blocked words. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  alter table platform_connection
    add column problem_at timestamptz,
    -- Since when the platform no longer accepts the grant: the creator has to connect again.
    add column access_lost_at timestamptz,
    -- When the platform last confirmed the grant; Twitch requires an hourly check.
    add column checked_at timestamptz not null default now(),
    -- Until then one process has claimed the refresh of the tokens; other processes wait for its result.
    add column refreshing_until timestamptz;
  update platform_connection set problem_at = now() where problem is not null;

  -- A channel can be connected to only one account. Other platforms are excluded, because a webhook is not an account.
  create unique index platform_connection_channel on platform_connection (platform, platform_user_id)
    where platform in ('twitch', 'youtube');

  create table chat_template (
    uid uuid not null references account on delete cascade,
    platform text not null check (platform in ('twitch', 'youtube', 'discord')),
    kind text not null check (kind in ('goalTip', 'goalFunded', 'generalTip')),
    text text not null check (char_length(text) between 1 and 500 and text !~ '[\\x01-\\x1f]'),
    primary key (uid, platform, kind)
  );

  create table blocked_word (
    uid uuid not null references account on delete cascade,
    word text not null check (char_length(word) between 1 and 50),
    primary key (uid, word)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
