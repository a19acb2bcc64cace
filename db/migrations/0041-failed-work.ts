/** Work on payments that failed waits longer after each attempt, is given up in the end, and is then seen by a person. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  create table failed_work (
    kind text not null check (kind in ('webhook', 'report', 'refund')),
    key text not null,
    attempts integer not null check (attempts > 0),
    reason text not null,
    next_attempt_at timestamptz not null,
    given_up_at timestamptz,
    primary key (kind, key)
  );
  create index failed_work_given_up on failed_work (given_up_at) where given_up_at is not null;
  create index tip_order_mismatch on tip_order (created_at) where status = 'MISMATCH';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
