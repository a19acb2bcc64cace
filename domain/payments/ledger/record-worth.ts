/** Records what a tip in another currency is worth to its creator, once its provider has converted it. */
import { sql } from 'kysely'
import { shareOf } from '../../../contract/money/money.ts'
import type { Trx } from '../../../db/connection.ts'
import type { TipRow } from '../../../db/schema.ts'
import { insertEvent } from '../../../db/queries/deliveries/events.ts'
import { fundReachedGoal, takeFromGoal, takeFromTotals } from '../../../db/queries/payments/tip-ledger.ts'
import type { PaymentRecord } from '../provider/reports.ts'

/** Returns which part of a tip's worth went back with the returned part of the tip. */
export function returnedWorth(
  { amountMinor }: Pick<TipRow, 'amountMinor'>,
  worthMinor: number | null,
  returnedMinor: number,
): number {
  return worthMinor === null ? 0 : shareOf(worthMinor, returnedMinor, amountMinor)
}

/**
 * Replaces the estimate of a tip's worth by the provider's own conversion, and corrects what the goal and the supporter's totals
 * have counted. The tip is locked. Returns the ids of the events to publish; none if there was no estimate, or if the account is
 * in another currency than the creator is paid in.
 */
export async function recordWorth(
  trx: Trx,
  tip: TipRow,
  converted: PaymentRecord['converted'],
): Promise<string[]> {
  if (!converted || tip.worthRecordedAt || tip.worthMinor === null) return []
  if (converted.currency !== tip.worthCurrency) return []
  const { settledMinor, chargedMinor } = converted
  const worthMinor = Math.max(1, shareOf(tip.amountMinor, settledMinor, chargedMinor))
  const worthReturnedMinor = returnedWorth(tip, worthMinor, tip.returnedMinor)
  await trx
    .updateTable('tip')
    .set({ worthMinor, worthReturnedMinor, worthRecordedAt: sql<Date>`now()` })
    .where('id', '=', tip.id)
    .execute()
  const lessMinor = tip.worthMinor - tip.worthReturnedMinor - (worthMinor - worthReturnedMinor)
  return lessMinor === 0 ? [] : correctTotals(trx, tip, lessMinor)
}

async function correctTotals(trx: Trx, tip: TipRow, lessMinor: number): Promise<string[]> {
  const { id: tipId, creatorUid, goalId } = tip
  if (goalId) await takeFromGoal(trx, { ...tip, goalId }, lessMinor)
  const isFunded = goalId !== null && lessMinor < 0 && (await fundReachedGoal(trx, { ...tip, goalId }))
  if (!tip.isAnonymous) await takeFromTotals(trx, tip, lessMinor)
  const events = [await insertEvent(trx, creatorUid, { type: 'tip.converted', tipId })]
  if (isFunded) events.push(await insertEvent(trx, creatorUid, { type: 'goal.funded', goalId, tipId }))
  return events
}
