/** The account that is paid is called the payee in all tables: orders, payout accounts and webhooks. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['tip_order', 'payout_account', 'webhook_event'])
    await sql`alter table ${sql.table(table)} rename column provider_account_id to payee_id`.execute(db)
}
