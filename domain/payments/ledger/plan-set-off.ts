/** Computes how much of a creator's owed fees a card payment sets off. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../../db/connection.ts'
import { lockSetOffs, sumOfOpenSetOffs } from '../../../db/queries/payments/set-offs.ts'
import type { Mode } from '../../../db/schema.ts'

/** The maximum percentage of a payment that may pay for owed fees. */
const maxPercent = 20

export interface PlannedPayment {
  creatorUid: string
  mode: Mode
  currency: Currency
  amountMinor: number
  feeMinor: number
}

/**
 * Plans how many minor units to set off against owed fees, in addition to the fee of a payment that is about to be opened. The
 * caller stores the result as the order's `setOffMinor` in the same transaction and adds it to what the provider splits off.
 * Set-offs of open orders count as paid. While a creator owes fees, an advisory lock makes the creator's orders plan one at a
 * time, so that no debt is taken twice.
 */
export async function planSetOff(trx: Trx, payment: PlannedPayment): Promise<number> {
  if ((await readSetOff(trx, payment)) === 0) return 0
  await lockSetOffs(trx, payment.creatorUid)
  return readSetOff(trx, payment) // a second read, because only under the lock are the set-offs of all other transactions visible
}

/**
 * Returns the amount that a payment can set off: the fees that the creator owes, minus what open orders will set off, within the
 * limits of the payment.
 */
async function readSetOff(db: Db, payment: PlannedPayment): Promise<number> {
  const { creatorUid, mode, currency, amountMinor, feeMinor } = payment
  const { rows } = await sql<{ owedMinor: number }>`
    select (
      (select coalesce(-sum(fee_owed_minor), 0) from ledger_year
        where creator_uid = ${creatorUid} and mode = ${mode} and currency = ${currency})
      - ${sumOfOpenSetOffs(payment)}
    )::bigint as owed_minor
  `.execute(db)
  const maxMinor = Math.min(Math.floor((amountMinor * maxPercent) / 100), amountMinor - feeMinor)
  return Math.max(0, Math.min(rows[0]?.owedMinor ?? 0, maxMinor))
}
