/** Indexes of what a reconciliation looks up: reports that are still open, and tips by the time of their capture. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create index dispute_undecided on dispute (provider, dispute_id) where status = 'open';
  create index provider_refund_pending on provider_refund (provider, refund_id) where status = 'pending';
  -- Tips are stored in the order of their captures, so that a block range index is enough, and costs a capture next to nothing.
  create index tip_captured on tip using brin (captured_at) with (autosummarize = on);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
