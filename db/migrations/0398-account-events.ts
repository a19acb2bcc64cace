/** A record of log-ins, refused ones and changes of keys for each account. docs/sensitive-changes.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table account_event (
    id bigint generated always as identity primary key,
    uid uuid not null references account on delete cascade,
    kind text not null check (char_length(kind) between 1 and 40),
    -- The User-Agent of the browser, where one was involved.
    user_agent text check (char_length(user_agent) <= 300),
    at timestamptz not null default now()
  )`,
  'create index account_event_of on account_event (uid, id)',
  'create index account_event_at on account_event (at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
