/** What of the platform's fee a refund is to bring back, kept with its request: a repeat asks for exactly the same. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table refund_request
    add column platform_fee_minor bigint not null default 0 check (platform_fee_minor >= 0);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
