/** Which alerts were cut short on the stream, and which of them were played again. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table alert add column cut_at timestamptz`,
  `alter table alert add column again_at timestamptz`,
  // Not valid: both columns are null in the rows from before, which need not be read.
  `alter table alert add constraint alert_cut_was_begun
    check (begun_at is not null or cut_at is null and again_at is null) not valid`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
