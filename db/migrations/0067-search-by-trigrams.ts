/** The extension with which an index finds names by any part of them. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The owner of a database may create pg_trgm, which is a trusted extension. A role that may not goes on without the index, and a search
 * reads all creators. https://www.postgresql.org/docs/current/pgtrgm.html
 */
const changes = `
  do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise warning 'pg_trgm is not available: a search for creators reads all of them';
  end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
