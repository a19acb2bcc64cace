/** What each creator's censor does with a text in which it finds something, and which orders' tips it holds for review. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column censor_action text not null default 'mask'
      check (censor_action in ('mask', 'leave-out', 'hold'))`.execute(db)
  // Decided when the order is opened, because Postgres cannot censor, and nothing may be shown between capture and hold.
  await sql`alter table tip_order add column is_for_review boolean not null default false`.execute(db)
}
