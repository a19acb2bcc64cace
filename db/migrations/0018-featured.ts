/** Creators that an admin features, and since when. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const column = `
  alter table account add column featured_at timestamptz,
    add constraint featured_is_creator check (featured_at is null or account_type = 1);
  create index account_featured on account (featured_at) where featured_at is not null;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(column).execute(db)
}
