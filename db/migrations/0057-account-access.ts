/** Whether an account at a provider lets us list its transactions. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- listed: its sums are compared; unlisted: it does not let us list its transactions; lost: we have no access to it any more.
  -- Null until it has been asked.
  alter table reconciled_account add column access text check (access in ('listed', 'unlisted', 'lost'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
