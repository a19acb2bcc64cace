/** A sign-up has either a password or the Google account that has confirmed its address. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table pending_sign_up
    alter column password_hash drop not null,
    add column google_id text,
    add constraint pending_sign_up_proof check (num_nonnulls(password_hash, google_id) = 1);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
