/** For which payout accounts the site's domain is registered, so that their tip boxes offer Apple Pay and Google Pay. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // The domain that the provider has registered for the account, and when we asked for that the last time.
  `alter table payout_account add column wallet_domain text`,
  `alter table payout_account add column wallet_tried_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
