/** Files of more services can be imported. Which there are is in `domain/imports/services/`. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table tip_import drop constraint tip_import_source_check',
  `alter table tip_import add constraint tip_import_source_check check (source ~ '^[a-z]{2,20}$') not valid`,
  'alter table tip_import validate constraint tip_import_source_check',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
