/** Receipts: a destination for the supporter's email, and an index that finds a tip's event. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'receipt'));

  -- An open receipt page reads the alert of its tip every few seconds.
  create index outbox_captured_tip on outbox (((payload ->> 'tipId')::uuid)) where type = 'tip.captured';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
