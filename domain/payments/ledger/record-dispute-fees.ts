/** Books the fees of disputes and chargebacks that only the provider's own transactions state. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { CaptureKey } from '../../../db/queries/payments/reports.ts'

/**
 * Books the fees in the stored transactions of a tip's disputes, each as a movement with the transaction's id. Repeats change nothing: the
 * index of transaction ids admits each once. Does nothing if the capture is not a tip. A fee in another currency than the tip's is
 * not booked, because a tip has entries in its own currency only.
 */
export async function recordDisputeFees(db: Db, { provider, captureId }: CaptureKey): Promise<void> {
  await sql`
    with fee as materialized (
      select x.transaction_id, x.dispute_fee_minor as fee_minor, t.id as tip_id, t.creator_uid, t.provider, t.mode, t.currency
      from provider_transaction x
      join tip t on t.provider = x.provider and t.capture_id = x.capture_id and t.mode = x.mode and t.currency = x.currency
      where x.provider = ${provider} and x.capture_id = ${captureId} and x.dispute_fee_minor <> 0
        and not exists (select from ledger_entry l where l.provider = x.provider and l.transaction_id = x.transaction_id)
    ),
    -- Entries get their ids under this lock, so that balances follow the order of the ids.
    locked as materialized (
      select c.creator_uid from creator_counter c join (select distinct creator_uid from fee) f
        on f.creator_uid = c.creator_uid for no key update of c
    )
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor, source_id,
      transaction_id)
    select md5('dispute_fee' || fee.provider || fee.transaction_id)::uuid, 'provider_fee', fee.tip_id, fee.creator_uid, fee.provider,
      fee.mode, e.account, fee.currency, e.amount_minor, 'dispute:' || fee.transaction_id, fee.transaction_id
    from fee join locked on locked.creator_uid = fee.creator_uid
    cross join lateral (values ('creator', -fee.fee_minor), ('provider_fee', fee.fee_minor)) e (account, amount_minor)
    order by fee.transaction_id, e.account
    on conflict do nothing
  `.execute(db)
}
