/**
 * The part of the service fee that a refund gives back. It is stored with the request, so that a repeat sends exactly the same
 * amount.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table refund_request
    add column platform_fee_minor bigint not null default 0 check (platform_fee_minor >= 0);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
