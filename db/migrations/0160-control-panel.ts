/** The control panel: a creator's state of the stream, what was done to it, and which tips are reviewed before they are shown. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table panel_state (
    creator_uid uuid primary key references account on delete cascade,
    -- Rises with every action, so that a page can tell the newer of two states.
    version int not null default 1 check (version > 0),
    is_paused boolean not null default false,
    is_muted boolean not null default false,
    is_panic boolean not null default false,
    -- Since when alerts wait, and when they no longer did. Alerts of this time do not count as missed.
    held_since timestamptz,
    released_at timestamptz,
    -- Alerts up to this sequence number that no overlay has begun are not shown.
    dropped_seq bigint not null default 0 check (dropped_seq >= 0),
    moderators_see_amounts boolean not null default false,
    check (not (is_paused or is_panic) or (held_since is not null and released_at is null))
  )`,
  // Only ever inserted: an action is undone by another one.
  `create table panel_action (
    action_id uuid primary key,
    creator_uid uuid not null references panel_state on delete cascade,
    actor_uid uuid not null references account,
    kind text not null check (kind in
      ('pause', 'resume', 'mute', 'unmute', 'panic', 'end-panic', 'skip', 'hide', 'replay', 'approve', 'deny', 'block',
       'review', 'undo', 'invite', 'withdraw', 'join', 'remove', 'amounts')),
    -- What the action was given, and what undoing it needs.
    data jsonb not null,
    tip_id uuid references tip,
    -- The action that this one undoes; each is undone once.
    undoes uuid unique references panel_action,
    version int not null check (version > 0),
    created_at timestamptz not null default clock_timestamp(),
    check ((kind = 'undo') = (undoes is not null))
  )`,
  `create index panel_action_by_time on panel_action (creator_uid, created_at desc, action_id)`,
  `create index panel_action_actor on panel_action (actor_uid)`,
  `alter table alert
    -- Since when the alert is not to be shown, or no longer; and when it left the screen of the overlay that began it.
    add column skipped_at timestamptz,
    add column ended_at timestamptz`,
  `alter table tip_rule
    add column holds_all boolean not null default false,
    add column holds_first boolean not null default false,
    add column holds_messages boolean not null default false,
    add column holds_from_minor bigint check (holds_from_minor > 0)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
