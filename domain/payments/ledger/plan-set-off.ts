/** How much of the fees that a creator still owes a card payment may bring in. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../../contract/money.ts'
import type { Db, Trx } from '../../../db/connection.ts'
import type { Mode } from '../../../db/schema.ts'

/** Of each payment at most so much goes to fees of earlier ones. */
const mostPercent = 20

export interface OwingPayment {
  creatorUid: string
  mode: Mode
  currency: PayoutCurrency
  amountMinor: number
  feeMinor: number
}

/**
 * What to take on top of the fee of a payment that is about to be opened: store it as the order's `setOffMinor`, in the same
 * transaction, and add it to what the provider splits off. Open orders count as if they were paid, and while something is owed
 * a creator's payments are planned one after the other, so that the same debt is not taken twice.
 */
export async function planSetOff(trx: Trx, payment: OwingPayment): Promise<number> {
  if ((await readSetOff(trx, payment)) === 0) return 0
  await sql`select pg_advisory_xact_lock(hashtextextended(${`set-off ${payment.creatorUid}`}, 0))`.execute(
    trx,
  )
  return readSetOff(trx, payment) // what others have planned meanwhile is seen under the lock
}

async function readSetOff(db: Db, payment: OwingPayment): Promise<number> {
  const { creatorUid, mode, currency, amountMinor, feeMinor } = payment
  const { rows } = await sql<{ owedMinor: number }>`
    select (
      (select coalesce(-sum(amount_minor), 0) from ledger_entry
        where creator_uid = ${creatorUid} and mode = ${mode} and currency = ${currency} and account = 'fee_owed')
      - (select coalesce(sum(set_off_minor), 0) from tip_order
        where creator_uid = ${creatorUid} and mode = ${mode} and currency = ${currency}
          and status in ('OPENING', 'CREATED', 'CLEARING'))
    )::bigint as owed_minor
  `.execute(db)
  const most = Math.min(Math.floor((amountMinor * mostPercent) / 100), amountMinor - feeMinor)
  return Math.max(0, Math.min(rows[0]?.owedMinor ?? 0, most))
}
