/** Pictures for alerts may be videos. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table alert_picture drop constraint alert_picture_url_check',
  `alter table alert_picture
    add constraint alert_picture_url_check check (url ~ '^/media/[0-9a-f]{32}-512\\.web[pm]$') not valid`,
  'alter table alert_picture validate constraint alert_picture_url_check',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
