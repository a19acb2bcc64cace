/** Accounts on their way out, and what is left of those that are gone. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table account
    -- Asked to be deleted: hidden at once, erased then, and kept after all by a log-in before.
    add column deletion_due_at timestamptz,
    -- An empty shell, to which the books point.
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
