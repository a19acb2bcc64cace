/** The SQL statement that records a second payment of a checkout, which is sent back. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { fixedStatement } from '../../../db/fixed-statement.ts'
import { captureRows, completed, ledger, numbers, orders, worth } from './capture-statement.ts'
import type { CaptureToRecord } from './capture-statement.ts'

/**
 * Inserts a row of `tip` that repeats the checkout's tip, because the ledger books the money that came and went. It counts nowhere:
 * all of it counts as returned, it has no goal, and no event tells of it.
 */
const repeats = sql`new_tip as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, supporter_uid, supporter_name, is_anonymous,
        is_private, message, amount_minor, fee_minor, covered_fee_minor, currency, worth_minor, worth_currency, worth_recorded_at,
        provider_fee_minor, captured_at, repeats_tip_id, returned_minor, worth_returned_minor)
      select id, provider, capture_id, mode, creator_uid, capture_no + nth, supporter_uid, supporter_name, is_anonymous,
        is_private, message, amount_minor, fee_minor, covered_fee_minor, currency, w.worth_minor, worth_currency,
        case when exchange_factor is not null then now() end,
        provider_fee_minor, coalesce(captured_at, now()), (
          select t.id from tip t where t.creator_uid = numbered.creator_uid and t.checkout_id = numbered.checkout_id
        ), amount_minor, coalesce(w.worth_minor, 0)
      from numbered cross join lateral (select ${worth} as worth_minor) w
      returning *
    )`

/** Has the whole charge sent back, with the service fee. `retryRefunds` does it, and sees that it is done. */
const refund = sql`refund as (
      insert into refund_request (tip_id, amount_minor, platform_fee_minor)
      select t.id, t.amount_minor + t.covered_fee_minor, case o.fee_mode when 'split' then t.fee_minor else 0 end
      from new_tip t join paid_order o on o.id = t.order_id
    )`

/** Lists the payment with those that need attention, until all of it is back. */
const unmatched = sql`unmatched as (
      insert into unmatched_payment (provider, capture_id, order_id, creator_uid, mode, charged_minor, currency)
      select provider, capture_id, order_id, creator_uid, mode, amount_minor + covered_fee_minor, currency from new_tip
      on conflict do nothing
    )`

const repeatStatement = fixedStatement<readonly CaptureToRecord[], { tipId: string }>(
  (given) => sql`
    with ${captureRows(given)}, ${orders}, ${numbers}, ${repeats}, ${completed}, ${ledger}, ${refund}, ${unmatched}
    select id as tip_id from new_tip
  `,
)

/**
 * Records a capture of a checkout that is paid already, with the request to refund it, all or nothing. Returns false if the order is
 * completed already. Locks in the order of `recordCaptures`.
 */
export async function recordRepeat(db: Db, capture: CaptureToRecord): Promise<boolean> {
  return (await repeatStatement(db, [capture])).length > 0
}
