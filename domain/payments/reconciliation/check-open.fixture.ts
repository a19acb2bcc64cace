/** Lists what is left open after a history, once providers, banks and the product's own schedules have done their work. */
import { sql } from 'kysely'
import { listAllUnmatchedPayments } from '../../../db/queries/payments/unmatched-payments.ts'
import type { Db } from '../../../db/connection.ts'

/** Returns everything that is not done; empty unless somebody would have to mend it in the database. */
export async function listLeftOpen(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select 'order' as what, id::text, status as why from tip_order where status in ('OPENING', 'CREATED', 'CLEARING', 'MISMATCH')
    union all select 'capture under way', id::text, status from tip_order where is_capturing
      and status not in ('COMPLETED', 'FAILED', 'EXPIRED')
    union all select 'webhook', event_id, type from webhook_event where processed_at is null
    union all select 'refund request', id::text, status from refund_request where status = 'asked'
    union all select 'answer', id::text, status from dispute_response where status = 'asked'
    union all select 'failed work', kind || ' ' || key, reason from failed_work
    union all select 'unapplied refund', refund_id, status from provider_refund where applied_at is null
    union all select 'unapplied dispute', dispute_id, status from dispute where applied_at is null
    union all select 'open dispute', dispute_id, status from dispute where status in ('open', 'inquiry')
    union all select 'unread record', capture_id, records_due_at::text from tip where records_due_at < 'infinity' and provider = 'stripe'
    union all select 'comparison', capture_id, found_at::text from payment_comparison
    union all select 'proposal', id::text, reason from adjustment where decision is null
    union all select 'second payment', t.capture_id, t.provider from tip t where t.repeats_tip_id is not null
      and exists (select from ledger_entry l where l.tip_id = t.id and l.account = 'provider' having sum(l.amount_minor) <> 0)
  `.execute(db)
  return [...rows, ...(await listAllUnmatchedPayments(db, 20))]
}
