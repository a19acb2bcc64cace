/** How much of the fees that a creator still owes a card payment may bring in. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Db } from '../../db/connection.ts'
import type { Mode } from '../../db/schema.ts'

/** Of each payment at most so much goes to fees of earlier ones. */
const mostPercent = 20

/**
 * What to take on top of the fee of a payment that is about to be opened: store it as the order's `setOffMinor` and add it to
 * what the provider splits off. Open orders count as if they were paid, so that the same debt is not taken twice.
 */
export async function planSetOff(
  db: Db,
  payment: {
    creatorUid: string
    mode: Mode
    currency: PayoutCurrency
    amountMinor: number
    feeMinor: number
  },
): Promise<number> {
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
