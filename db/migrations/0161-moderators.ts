/** Moderators, who use a creator's control panel, and the links that make somebody one. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table moderator (
    creator_uid uuid not null references account on delete cascade,
    moderator_uid uuid not null references account on delete cascade,
    created_at timestamptz not null default now(),
    primary key (creator_uid, moderator_uid),
    check (creator_uid <> moderator_uid)
  )`,
  `create index moderator_account on moderator (moderator_uid)`,
  // A link works once: using it deletes its row.
  `create table moderator_invite (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null check (expires_at > created_at)
  )`,
  `create index moderator_invite_creator on moderator_invite (creator_uid)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
