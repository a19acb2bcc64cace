/** How far the ledger has been checked, so that each check reads only what is new. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table ledger_check (
    is_only boolean primary key default true check (is_only),
    -- Every entry up to this id is checked.
    checked_id bigint not null,
    -- The largest id at the time of a check. Entries with smaller ids may have become visible after it.
    seen_id bigint not null check (seen_id >= checked_id),
    seen_at timestamptz not null default now()
  );
  -- The release before this one has checked everything.
  insert into ledger_check (checked_id, seen_id)
  select coalesce(max(id), 0), coalesce(max(id), 0) from ledger_entry;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
