/** Which process holds the lease of each bot's connection, and until when. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table bot_lease (
    name text primary key,
    holder uuid not null,
    expires_at timestamptz not null
  ) with (fillfactor = 50)
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
