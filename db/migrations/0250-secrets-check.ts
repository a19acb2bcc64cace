/** A text that is sealed with SECRETS_KEY, from which a process sees at its start whether it has the key of this database. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table secrets_check (
    is_only boolean primary key default true check (is_only),
    sealed text not null
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
