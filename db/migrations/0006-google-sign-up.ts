/** A sign-up is known by a password, or by the Google account that confirmed its address. */
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
