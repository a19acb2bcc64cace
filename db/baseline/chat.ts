/** The chats that the chatbot posts to, and its limits there. */
export const chat = String.raw`
  create table platform_connection (
    uid uuid not null references account on delete cascade,
    platform short_code not null,
    platform_user_id text not null,
    channel text not null,
    email text not null,
    scopes text not null,
    access_token_sealed text not null,
    refresh_token_sealed text not null,
    access_expires_at timestamptz not null,
    -- Why messages cannot be posted at the moment: one of the chat problems; null when they can.
    problem text,
    connected_at timestamptz not null default now(),
    problem_at timestamptz,
    -- Since when the platform no longer accepts the grant: the creator has to connect again.
    access_lost_at timestamptz,
    -- When the platform last confirmed the grant; Twitch requires an hourly check.
    checked_at timestamptz not null default now(),
    -- Until then one process has claimed the refresh of the tokens; other processes wait for its result.
    refreshing_until timestamptz,
    -- Null until the platform has confirmed a message and said what the bot is.
    bot_is_moderator boolean,
    -- Which way the latest message took, on a platform that has more than one; null until there is one.
    post_way text,
    -- The event of the latest test line. No foreign key, because old events are deleted.
    tested_event_id uuid,
    primary key (uid, platform)
  );
  -- A channel can be connected to only one account. Discord is excluded, because a webhook is not an account.
  create unique index platform_connection_channel on platform_connection (platform, platform_user_id)
    where platform <> 'discord';
  create index platform_connection_unchecked on platform_connection (platform, checked_at) where access_lost_at is null;

  create table chatbot_settings (
    uid uuid not null references account on delete cascade,
    platform short_code not null,
    receive_all_tips boolean not null default true,
    receive_goal_funded boolean not null default true,
    receive_general_tips boolean not null default false,
    -- In minor units of the creator's currency; 0 announces every tip.
    min_tip_minor bigint not null default 0 check (min_tip_minor between 0 and 5000000),
    -- Whether templates may contain the message of a tip.
    shows_message boolean not null default false,
    primary key (uid, platform)
  );

  create table chat_template (
    uid uuid not null references account on delete cascade,
    platform short_code not null,
    kind text not null check (kind in ('goalTip', 'goalFunded', 'generalTip')),
    text text not null check (char_length(text) between 1 and 500 and text !~ '[\x01-\x1f]'),
    primary key (uid, platform, kind)
  );

  create table chat_amount_template (
    uid uuid not null references account on delete cascade,
    platform short_code not null,
    kind text not null check (kind in ('goalTip', 'generalTip')),
    -- Counts the templates of one kind, because only five are allowed.
    position smallint not null check (position between 1 and 5),
    -- In minor units of the creator's currency.
    from_minor bigint not null check (from_minor between 100 and 5000000),
    text text not null check (char_length(text) between 1 and 500 and text !~ '[\x01-\x1f]'),
    primary key (uid, platform, kind, "position"),
    unique (uid, platform, kind, from_minor)
  );

  create table bot_account (
    platform short_code primary key,
    account_id text not null,
    name text not null,
    -- SHA-256 of the configured refresh token that the account was read with.
    configured_hash bytea not null check (length(configured_hash) = 32)
  );

  create table bot_grant (
    platform short_code primary key,
    -- SHA-256 of the configured token that this one replaced. Once the operator configures another token, the row is ignored.
    configured_hash bytea not null check (length(configured_hash) = 32),
    refresh_token_sealed text not null
  );

  create table bot_lease (
    name text primary key,
    holder uuid not null,
    expires_at timestamptz not null
  ) with (fillfactor = 50);

  -- One row for each rate limit of a platform, with the times of use within its window. Its row lock makes every use atomic.
  create table bot_budget (
    name text primary key,
    taken_at timestamptz[] not null default '{}',
    -- The last user of the limit, so that a process can tell whether its attempt succeeded.
    taken_by uuid,
    -- Set when the platform itself reports a limit: nothing may be sent before this time.
    blocked_until timestamptz
  ) with (fillfactor = 50);

  create table bot_outage (
    platform short_code not null,
    -- 'grant': the platform gives no access token; 'login': it refuses the bot with a new one.
    cause text not null check (cause in ('grant', 'login')),
    since timestamptz not null default now(),
    primary key (platform, cause)
  );

  -- How many units of its daily quota an installation has used.
  create table quota_day (
    name text not null,
    day date not null,
    units integer not null default 0,
    budget integer not null,
    -- How many messages the units were taken for.
    messages integer not null default 0 check (messages >= 0),
    -- When the provider first said that the day's quota is used up.
    refused_at timestamptz,
    check (units between 0 and budget),
    primary key (name, day)
  );

  create table quota_price (
    name text primary key,
    units integer not null check (units > 0),
    -- The configured price from which this one was learned. When the operator configures another one, this one no longer counts.
    configured integer not null check (configured > 0),
    learned_at timestamptz not null default now(),
    check (units >= configured)
  );

  -- The creators in whose chats messages were posted with a day's quota: they share what is left of it.
  create table quota_creator (
    name text not null,
    day date not null,
    uid uuid not null references account,
    primary key (name, day, uid),
    foreign key (name, day) references quota_day on delete cascade
  );
  create index quota_creator_uid on quota_creator (uid);

  create table blocked_word (
    uid uuid not null references account on delete cascade,
    word text not null check (char_length(word) between 1 and 50),
    primary key (uid, word)
  );
`
