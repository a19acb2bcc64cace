/** Which payments wait until the creator accepts them at the provider. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- Only of an order that is CLEARING. A constant default does not rewrite the table.
  alter table tip_order add column waits_for_payee boolean not null default false;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
