/** Skips what is on screen of pages that never report it. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // The version that the last such skip led to, so that a page can tell a new one; 0 before the first.
  `alter table panel_state add column skip_version int not null default 0 check (skip_version between 0 and version)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
