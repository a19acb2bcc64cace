/** Erasing one person reads what is that person's, by index, instead of all webhooks, events and orders. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- The words of a webhook that can identify somebody, in lower case; null until they have been taken from its body. They are taken
  -- later than the webhook is stored, so that no capture waits for it. The index has no list of pending entries, because every
  -- look-up would read all of it.
  alter table webhook_event add column subjects text[];
  create index webhook_event_subjects on webhook_event using gin (subjects) with (fastupdate = off);
  create index webhook_event_unread on webhook_event (received_at) where subjects is null;

  -- A tip's events besides its capture, which has an index already, and events without a tip: test alerts.
  create index outbox_later_tip on outbox (((payload ->> 'tipId')::uuid)) where type <> 'tip.captured';
  create index outbox_without_tip on outbox (creator_uid) where payload ->> 'tipId' is null;

  -- Orders that ended without a tip. Paid ones are found through their tips, open ones by their status.
  create index tip_order_ended_creator on tip_order (creator_uid) where status in ('EXPIRED', 'FAILED', 'MISMATCH');
  create index tip_order_ended_supporter on tip_order (supporter_uid) where status in ('EXPIRED', 'FAILED', 'MISMATCH');
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
