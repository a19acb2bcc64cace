/** From which moment a creator's stream total counts. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_total (
      creator_uid uuid primary key references account on delete cascade,
      started_at timestamptz not null default now(),
      -- What the creator had received in all at that moment. The total is what has come since; resetting it changes nothing else.
      before_minor bigint not null
    )
  `.execute(db)
}
