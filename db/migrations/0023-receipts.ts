/** Receipts: a destination for the mail to the fan, and the way from a tip to its event. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'receipt'));

  -- A receipt that is followed asks for the alert of its tip every few seconds.
  create index outbox_captured_tip on outbox (((payload ->> 'tipId')::uuid)) where type = 'tip.captured';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
