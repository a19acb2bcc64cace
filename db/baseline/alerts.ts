/** Alerts, the overlays that show them, and how they look and sound. */
export const alerts = String.raw`
  -- An alert is updated when it begins and when it was shown. A page with room takes the new version of a row without new index
  -- entries. https://www.postgresql.org/docs/current/storage-hot.html
  create table alert (
    id uuid primary key default time_ordered_id(),
    creator_uid uuid not null references account,
    seq bigint not null check (seq > 0),
    event_id uuid not null unique references outbox,
    is_test boolean not null,
    body jsonb not null,
    created_at timestamptz not null default now(),
    shown_at timestamptz,
    begun_at timestamptz,
    begun_by uuid,
    shown_ms integer,
    -- Since when the alert is not to be shown, or no longer; and when it left the screen of the overlay that began it.
    skipped_at timestamptz,
    ended_at timestamptz,
    is_sent_keyless boolean default false,
    cut_at timestamptz,
    again_at timestamptz,
    unique (creator_uid, seq),
    constraint alert_begun check ((begun_at is null) = (begun_by is null)),
    constraint alert_shown_ms check (shown_ms is null or shown_ms >= 2000 and shown_at is not null and begun_by is not null),
    constraint alert_cut_was_begun check (begun_at is not null or cut_at is null and again_at is null)
  ) with (fillfactor = 80);

  create table overlay_setting (
    creator_uid uuid primary key references account on delete cascade,
    -- SHA-256 of the key; the key itself is sealed, so that its creator can read it again.
    key_hash bytea not null check (length(key_hash) = 32) unique,
    key_sealed text not null,
    is_key_required boolean not null default false,
    missed_alerts text not null default 'last-five' check (missed_alerts in ('all', 'last-five', 'digest', 'none'))
  );

  create table active_overlay (
    creator_uid uuid primary key references account on delete cascade,
    -- The page that holds the lease, by the id that it gave itself when it was loaded.
    overlay_id uuid not null,
    -- Where the page is seen: 0 is best.
    rank smallint not null check (rank between 0 and 5),
    expires_at timestamptz not null
  ) with (fillfactor = 50);

  create table overlay_presence (
    creator_uid uuid not null references account on delete cascade,
    -- The id that the page gave itself when it was loaded.
    overlay_id uuid not null,
    -- The server process to which it is or was connected.
    server_id uuid not null,
    is_open boolean not null,
    -- When it was last known to be open. Of a server that was killed, open rows become old.
    seen_at timestamptz not null default now(),
    opened_at timestamptz not null default now(),
    state text not null check (state in ('program', 'obs', 'preview', 'visible', 'hidden')),
    audio text not null check (audio in ('unknown', 'played', 'blocked', 'failed')),
    obs_version text check (length(obs_version) <= 20),
    build text check (length(build) <= 20),
    last_shown_at timestamptz,
    primary key (creator_uid, overlay_id)
  ) with (fillfactor = 50);

  create table sound (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    name text not null check (char_length(name) between 1 and 60),
    format text not null check (format in ('mp3', 'ogg', 'wav')),
    byte_count integer not null check (byte_count between 1 and 512000),
    duration_ms integer not null check (duration_ms between 1 and 16000),
    created_at timestamptz not null default now(),
    unique (creator_uid, id)
  );

  create table alert_sound (
    creator_uid uuid primary key references account on delete cascade,
    -- The name of one of our own sounds, or the id of an uploaded one; with neither, alerts are silent.
    builtin text check (builtin ~ '^[a-z]{1,20}$'),
    sound_id uuid,
    volume smallint not null check (volume between 0 and 100),
    check (builtin is null or sound_id is null),
    foreign key (creator_uid, sound_id) references sound (creator_uid, id)
  );

  create table alert_picture (
    url text primary key check (url ~ '^/media/[0-9a-f]{32}-512\.web[pm]$'),
    creator_uid uuid not null references account on delete cascade,
    is_animated boolean not null,
    byte_count integer not null check (byte_count between 1 and 5242880),
    created_at timestamptz not null default now()
  );
  create index alert_picture_creator on alert_picture (creator_uid, created_at);

  create table alert_style (
    creator_uid uuid primary key references account on delete cascade,
    -- What the creator works on, and what the stream shows (contract/alerts/alert-style.ts).
    draft jsonb not null check (octet_length(draft::text) <= 100000),
    draft_version integer not null check (draft_version >= 1),
    live jsonb check (octet_length(live::text) <= 100000),
    -- Which draft the stream shows.
    live_version integer not null default 0,
    check (live_version between 0 and draft_version),
    check ((live is null) = (live_version = 0))
  );

  create table scene (
    creator_uid uuid primary key references account on delete cascade,
    -- Where the creator's layers are, in the draft and on the stream (contract/alerts/scene.ts).
    draft jsonb not null check (octet_length(draft::text) <= 10000),
    draft_version integer not null check (draft_version >= 1),
    live jsonb check (octet_length(live::text) <= 10000),
    -- Which draft the stream shows.
    live_version integer not null default 0,
    check (live_version between 0 and draft_version),
    check ((live is null) = (live_version = 0))
  );

  create table speech_setting (
    creator_uid uuid primary key references account on delete cascade,
    -- What speaks: nothing, files that our server has made, or the browser itself.
    engine text not null check (engine in ('off', 'file', 'browser')),
    voice text not null check (voice ~ '^[A-Za-z0-9-]{1,40}$'),
    -- In minor units of the creator's currency; 0 speaks every message.
    min_tip_minor bigint not null check (min_tip_minor between 0 and 5000000),
    volume smallint not null check (volume between 0 and 100)
  );

  create table speech (
    event_id uuid primary key references outbox on delete cascade,
    creator_uid uuid not null references account on delete cascade,
    -- The secret part of the file's address. With it the file can be loaded until it expires.
    token text not null check (token ~ '^[0-9a-f]{32}$') unique,
    expires_at timestamptz not null
  );
  create index speech_expires on speech (expires_at);
  create index speech_creator on speech (creator_uid);

  create table speech_usage (
    creator_uid uuid not null references account on delete cascade,
    month date not null check (extract(day from month) = 1),
    characters integer not null check (characters >= 0),
    primary key (creator_uid, month)
  );

  create table speech_month (
    month date primary key check (extract(day from month) = 1),
    characters bigint not null check (characters >= 0)
  );
`
