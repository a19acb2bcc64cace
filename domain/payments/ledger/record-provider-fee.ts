/** What a provider keeps of a payment, when it says so only after the payment was booked. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { CaptureKey } from '../../../db/queries/reports.ts'

/** Books a provider's fee (minor units) on a tip that has none yet; repeats and a capture that is no tip change nothing. */
export async function recordProviderFee(
  db: Db,
  { provider, captureId }: CaptureKey,
  feeMinor: number,
): Promise<void> {
  await sql`
    with told as (
      update tip set provider_fee_minor = ${feeMinor}::bigint
      where provider = ${provider} and capture_id = ${captureId} and provider_fee_minor is null
      returning *
    )
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
    select md5('provider_fee' || t.id)::uuid, 'provider_fee', t.id, t.creator_uid, t.provider, t.mode,
      e.account, t.currency, e.amount_minor
    from told t cross join lateral (values
      ('creator', -t.provider_fee_minor), ('provider_fee', t.provider_fee_minor)
    ) e (account, amount_minor)
    where e.amount_minor <> 0
  `.execute(db)
}
