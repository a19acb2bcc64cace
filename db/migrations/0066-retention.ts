/** How far old rows were cleaned up, when notifications were all read, and room for updates in place. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- Old rows before this time are cleaned up, so that no run reads them again.
  create table retention_progress (
    name text primary key,
    done_to timestamptz not null
  );
  -- All notifications up to this one are read, without an update of each.
  alter table account add column notifications_read_to timestamptz;
  -- An alert is updated when it begins and when it was shown, and an event when its alert is stored. A page with room takes the new
  -- version of a row without new index entries. https://www.postgresql.org/docs/current/storage-hot.html
  alter table alert set (fillfactor = 80);
  alter table outbox set (fillfactor = 90);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
