/** A supporter who pays one tip is charged once: of the orders of one checkout, one at most is captured. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  alter table tip_order add column checkout_id uuid;
  alter table tip_order add column declined_captures integer not null default 0 check (declined_captures >= 0);
  alter table tip_order add column is_capturing boolean not null default false;
  create index tip_order_checkout on tip_order (checkout_id) where checkout_id is not null;
  create unique index tip_order_one_capture on tip_order (creator_uid, checkout_id)
    where is_capturing and status not in ('FAILED', 'EXPIRED');
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
