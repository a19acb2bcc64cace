/** Ten minutes in which a creator gets one mail, however many tips come. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const table = `
  create table mail_window (
    creator_uid uuid primary key references account on delete cascade,
    ends_at timestamptz not null,
    -- The event whose mail opened it; when that mail is tried again it does not wait.
    opened_by uuid not null,
    -- The event whose mail, once the window is over, tells of all that came meanwhile.
    carrier_id uuid
  ) with (fillfactor = 70);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
