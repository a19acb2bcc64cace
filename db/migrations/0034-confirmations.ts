/** When and how somebody last confirmed in a session who they are, which sensitive changes require. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table session
    add column confirmed_at timestamptz,
    add column confirmed_by text check (confirmed_by in ('password', 'google')),
    add constraint session_confirmed check (num_nonnulls(confirmed_at, confirmed_by) in (0, 2));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
