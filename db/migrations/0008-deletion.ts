/** Accounts that wait for their deletion, and placeholders for the deleted ones. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table account
    -- When an account whose deletion was requested is erased. Until then it is hidden, and a log-in cancels the deletion.
    add column deletion_due_at timestamptz,
    -- Set on the empty placeholder that ledger entries still reference.
    add column erased_at timestamptz,
    add constraint account_erased check (
      erased_at is null or num_nonnulls(deletion_due_at, password_hash, google_id, image, cover_image) = 0
    );
  create index account_deletion_due on account (deletion_due_at) where deletion_due_at is not null;
  create index webhook_event_received on webhook_event (received_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
