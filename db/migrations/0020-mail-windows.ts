/** A window of ten minutes in which a creator gets one email, however many tips arrive. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table mail_window (
    creator_uid uuid primary key references account on delete cascade,
    ends_at timestamptz not null,
    -- The event whose email opened the window; a retry of that email does not wait.
    opened_by uuid not null,
    -- The event whose email is sent after the window and includes all tips that arrived meanwhile.
    carrier_id uuid
  ) with (fillfactor = 70);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
