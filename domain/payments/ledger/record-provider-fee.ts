/** Records a provider's own fee that is reported after the capture. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { CaptureKey } from '../../../db/queries/payments/reports.ts'
import { insertCaptureEntries } from './compute-ledger-entries.ts'

/**
 * Books a provider's fee (minor units) on a tip that has none yet. `transactionId` is the provider's id of the transaction that
 * took the fee, if that is not the capture. Does nothing if the fee is already booked or the capture is not a tip.
 */
export async function recordProviderFee(
  db: Db,
  { provider, captureId }: CaptureKey,
  feeMinor: number,
  transactionId: string | null = null,
): Promise<void> {
  await sql`
    with updated as (
      update tip set provider_fee_minor = ${feeMinor}::bigint
      where provider = ${provider} and capture_id = ${captureId} and provider_fee_minor is null
      returning *
    ),
    -- Entries get their ids under this lock, so that balances follow the order of the ids.
    locked as materialized (
      select c.creator_uid from creator_counter c join updated on updated.creator_uid = c.creator_uid for no key update of c
    )
    ${insertCaptureEntries(
      sql`select updated.*, now() as booked_at, ${transactionId}::text as transaction_id
        from updated join locked on locked.creator_uid = updated.creator_uid`,
      'provider_fee',
    )}
  `.execute(db)
}
