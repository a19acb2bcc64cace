/**
 * Supporters pay a checkout once, whichever way they pay: one of its orders is open at a time, and one tip comes from it. A payment
 * that arrives all the same is recorded as a repeat of that tip and sent back. The unique indexes are in `concurrent-indexes.ts`.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  -- Orders of earlier releases may be open beside others of their checkout.
  alter table tip_order add column is_sole boolean not null default false;
  -- A refusal is repeated for the same idempotency key, so each attempt after one needs another.
  alter table refund_request add column attempt int not null default 0;
  alter table tip add column checkout_id uuid, add column repeats_tip_id uuid;
  alter table tip
    add constraint tip_repeats foreign key (repeats_tip_id) references tip (id) not valid,
    -- A repeat counts nowhere: all of it counts as returned from the start, and it belongs to no goal.
    add constraint tip_repeat_is_none check (repeats_tip_id is null or
      (checkout_id is null and goaluuid is null and returned_minor = amount_minor)) not valid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
  for (const name of ['tip_repeats', 'tip_repeat_is_none'])
    await sql`alter table tip validate constraint ${sql.ref(name)}`.execute(db)
}
