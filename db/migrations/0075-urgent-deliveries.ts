/** Which deliveries go first, so that a dispatcher finds them without reading all that are due. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const change = `
  alter table delivery add column is_urgent boolean not null default false;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(change).execute(db)
}
