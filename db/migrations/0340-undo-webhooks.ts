/** Sensitive changes may be about a webhook that was added, or the account's name. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const change = `
  alter table sensitive_change
    drop constraint sensitive_change_kind_check,
    add constraint sensitive_change_kind_check check (kind in
      ('payout', 'email', 'password', 'two-factor-on', 'two-factor-off', 'recovery-codes', 'google', 'deletion',
       'passkey-added', 'passkey-removed', 'token-added', 'moderator-invited', 'moderator-joined', 'webhook-added', 'renamed'))`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(change).execute(db)
}
