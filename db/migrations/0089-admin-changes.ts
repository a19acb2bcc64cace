/** What admins change: suspended creators, and the list of actions with reasons, whether a page or a command did them. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- Since when the creator's page is not available and takes no tips.
  alter table account add column suspended_at timestamptz;

  alter table admin_action
    drop constraint admin_action_by_command,
    drop constraint admin_action_action_check,
    add constraint admin_action_kind check (action in (
      'grant', 'revoke', 'export', 'invoice', 'vat_id', 'verify', 'unverify', 'feature', 'unfeature', 'suspend', 'unsuspend',
      'payment', 'retry', 'drop'
    )),
    -- What the admin gave as the reason; null for what needs none.
    add column reason text check (length(reason) between 1 and 300);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
