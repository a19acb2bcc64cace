/** Limits also count the /56 and the /48 around the IPv6 network that opened an order. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tip_order add column wider_address_hashes text[] not null default '{}'
      check (cardinality(wider_address_hashes) <= 2)`.execute(db)
}
