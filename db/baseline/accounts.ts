/** Accounts, how they are entered and what happened to them, and what all other tables use: the forms of codes, ids in order of time. */
export const accounts = `
  create domain currency_code as text check (value ~ '^[a-z]{3}$');
  -- The code of a provider, a platform, a language or a destination. Which ones there are is for the code to say.
  create domain short_code as text check (value ~ '^[a-z][a-z-]{1,29}$');

  -- With it an index finds names by any part of them. The owner of a database may create it, because it is a trusted extension. A role
  -- that may not goes on without the index, and a search reads all creators. https://www.postgresql.org/docs/current/pgtrgm.html
  do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise warning 'pg_trgm is not available: a search for creators reads all of them';
  end $$;

  -- UUIDs of version 7: 48 bits of milliseconds, then random bits (https://www.rfc-editor.org/rfc/rfc9562#section-5.7). Random ids
  -- would put each tip's rows into a dozen random pages of indexes, which Postgres writes whole after a checkpoint
  -- (https://www.postgresql.org/docs/current/wal-configuration.html). It is ours because uuidv7() exists from Postgres 18 on.
  -- Bits 52 and 53 make version 7 of version 4; set_bit counts from the lowest bit of each byte.
  create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
    select encode(
      set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1),
      'hex')::uuid
  $$;

  -- This time zone if this Postgres knows it, and otherwise UTC. It may not know one that was stored: time zones come from the system
  -- on which Postgres runs, and a backup can be restored on another.
  create function time_zone_or_utc(name text) returns text stable strict language plpgsql as $$
  begin
    perform now() at time zone name;
    return name;
  exception when invalid_parameter_value then
    return 'UTC';
  end $$;

  -- When a day begins in a time zone. Where clocks go back to midnight its first hour comes twice, and Postgres alone means the second.
  create function local_midnight(day date, zone text) returns timestamptz stable language sql as $$
    select case when ((midnight - interval '1 hour') at time zone zone)::date >= day then midnight - interval '1 hour'
      else midnight end
    from (select day::timestamp at time zone zone as midnight) m
  $$;

  create table account (
    uid uuid primary key default gen_random_uuid(),
    email text not null check (length(email) <= 254),
    password_hash text,
    google_id text unique,
    user_name text not null check (user_name ~ '^[a-z0-9_]{3,30}$') unique,
    display_name text not null check (length(display_name) between 1 and 50),
    account_type smallint not null check (account_type in (1, 2)),
    role text not null default 'user' check (role in ('user', 'admin')),
    image text,
    cover_image text,
    bio text not null default '' check (length(bio) <= 1000),
    yt_url text,
    twitter_url text,
    insta_url text,
    fb_url text,
    social_links jsonb not null default '[]',
    is_verified boolean not null default false,
    currency currency_code,
    created_at timestamptz not null default now(),
    -- When an account whose deletion was requested is erased. Until then it is hidden, and a log-in cancels the deletion.
    deletion_due_at timestamptz,
    -- Set on the empty placeholder that ledger entries still reference.
    erased_at timestamptz,
    featured_at timestamptz,
    locale short_code not null default 'en',
    censor_action text not null default 'mask' check (censor_action in ('mask', 'leave-out', 'hold')),
    -- All notifications up to this one are read, without an update of each.
    notifications_read_to timestamptz,
    -- Since when the creator's page is not available and takes no tips.
    suspended_at timestamptz,
    time_zone text not null default 'UTC' constraint account_time_zone check (char_length(time_zone) <= 64),
    check (account_type <> 1 or currency is not null),
    constraint account_erased check (erased_at is null or num_nonnulls(deletion_due_at, password_hash, google_id,
      image, cover_image) = 0),
    constraint featured_is_creator check (featured_at is null or account_type = 1)
  );
  create unique index account_email_key on account (lower(email));
  create index account_deletion_due on account (deletion_due_at) where deletion_due_at is not null;
  create index account_featured on account (featured_at) where featured_at is not null;
  create index account_verified on account (uid) where is_verified;

  create table former_name (
    digest bytea primary key,
    -- Both null after an erasure: then only the digest says that the name is held.
    uid uuid references account on delete cascade,
    user_name text,
    held_until timestamptz not null,
    check ((uid is null) = (user_name is null)),
    check (digest = sha256(convert_to(user_name, 'UTF8')))
  );
  create index former_name_uid on former_name (uid);
  create index former_name_held_until on former_name (held_until);

  create table pending_sign_up (
    token_hash bytea primary key,
    email text not null check (length(email) <= 254),
    password_hash text,
    name text not null check (length(name) between 1 and 50),
    account_type smallint check (account_type in (1, 2)),
    currency currency_code,
    -- Only one sign-up at a time can reserve a name. Whether an account has it is decided by the unique key of table account.
    user_name text check (user_name ~ '^[a-z0-9_]{3,30}$') unique,
    image text,
    display_name text not null check (length(display_name) between 1 and 50),
    bio text not null default '' check (length(bio) <= 1000),
    is_described boolean not null default false,
    code_mac bytea,
    code_attempts integer not null default 0 check (code_attempts between 0 and 5),
    code_sent_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    google_id text,
    constraint pending_sign_up_proof check (num_nonnulls(password_hash, google_id) = 1)
  );
  create index pending_sign_up_expires on pending_sign_up (expires_at);

  create table session (
    token_hash bytea primary key,
    uid uuid not null references account on delete cascade,
    user_agent text not null default '',
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    id uuid not null default gen_random_uuid(),
    confirmed_at timestamptz,
    confirmed_by text check (confirmed_by in ('password', 'google', 'passkey')),
    constraint session_confirmed check (num_nonnulls(confirmed_at, confirmed_by) in (0, 2))
  );
  create index session_uid on session (uid);
  create unique index session_id on session (id);
  create index session_expires on session (expires_at);

  create table account_link (
    token_hash bytea primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (kind in ('reset-password', 'confirm-email')),
    -- The address that opening the link confirms.
    email text not null check (length(email) <= 254),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index account_link_uid on account_link (uid);
  create index account_link_expires on account_link (expires_at);

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
    is_backed_up boolean not null,
    name text not null check (name <> ''),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    check (can_back_up or not is_backed_up)
  );
  create index passkey_uid on passkey (uid, created_at);

  -- Challenges that a passkey has answered: none is valid twice. A row outlives the challenge.
  create table used_challenge (
    challenge_hash bytea primary key,
    expires_at timestamptz not null
  );
  create index used_challenge_expires on used_challenge (expires_at);

  create table sensitive_change (
    -- Their order: undoing one undoes all that came after it.
    id bigint generated always as identity primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (kind in ('payout', 'email', 'password', 'two-factor-on', 'two-factor-off',
      'recovery-codes', 'google', 'deletion', 'passkey-added', 'passkey-removed', 'token-added', 'moderator-invited',
      'moderator-joined', 'webhook-added', 'renamed', 'platform-connected')),
    before jsonb not null,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index sensitive_change_uid on sensitive_change (uid, id);
  create index sensitive_change_expires on sensitive_change (expires_at);

  create table account_event (
    id bigint generated always as identity primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (char_length(kind) between 1 and 40),
    -- The User-Agent of the browser, where one was involved.
    user_agent text check (char_length(user_agent) <= 300),
    at timestamptz not null default now()
  );
  create index account_event_of on account_event (uid, id);
  create index account_event_at on account_event (at);

  create table data_export (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed')),
    progress smallint not null default 0 check (progress between 0 and 100),
    attempts integer not null default 0,
    size_bytes bigint check (size_bytes > 0),
    -- Until then a worker is assumed to work on the export; afterwards it is enqueued again.
    due_at timestamptz not null default (now() + '00:01:00'::interval),
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    -- When the file is deleted, and then the row.
    expires_at timestamptz not null default (now() + '7 days'::interval),
    csv_form text not null default 'comma' constraint data_export_csv_form check (csv_form in ('comma', 'semicolon')),
    check ((status = 'ready') = (size_bytes is not null)),
    check ((status in ('ready', 'failed')) = (finished_at is not null))
  );
  create index data_export_uid on data_export (uid, created_at desc);
  create unique index data_export_one_at_a_time on data_export (uid) where status in ('waiting', 'running');
  create index data_export_expires on data_export (expires_at);

  create table creator_tag (
    creator_uid uuid not null references account on delete cascade,
    tag text not null check (tag ~ '^[a-z0-9][a-z0-9 &-]{0,29}$'),
    primary key (creator_uid, tag)
  );
  create index creator_tag_tag on creator_tag (tag);

  create table notification_preference (
    uid uuid primary key references account on delete cascade,
    receive_all_tips boolean not null default true,
    receive_goal_funded boolean not null default true
  );

  create table push_subscription (
    session_id uuid primary key references session (id) on delete cascade,
    uid uuid not null references account on delete cascade,
    endpoint_hash bytea not null unique,
    sealed text not null,
    locale short_code not null,
    created_at timestamptz not null default now()
  );
  create index push_subscription_uid on push_subscription (uid);

  create function hold_former_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (
      select from former_name
      where digest = sha256(convert_to(new.user_name, 'UTF8')) and held_until > now() and uid is distinct from new.uid
    ) then
      raise unique_violation using message = 'the name is held', constraint = 'account_user_name_key', table = 'account';
    end if;
    delete from former_name where digest = sha256(convert_to(new.user_name, 'UTF8'));
    if tg_op = 'INSERT' then
      return null;
    end if;
    insert into former_name (digest, uid, user_name, held_until)
      values (sha256(convert_to(old.user_name, 'UTF8')), old.uid, old.user_name, now() + interval '1 year');
    if new.erased_at is null and (select count(*) from former_name where uid = new.uid and held_until > now()) > 5 then
      raise check_violation using message = 'too many names are held', constraint = 'former_name_limit', table = 'former_name';
    end if;
    return null;
  end $$;

  create trigger former_names_held after update of user_name on account for each row
  when (old.user_name <> new.user_name) execute function hold_former_names();

  create trigger former_names_refused after insert on account for each row execute function hold_former_names();

  revoke execute on function hold_former_names() from public;
`
