/** Payments that wait until their creator accepts them at the provider. */
import type { WaitingPayment } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../connection.ts'
import type { Mode } from '../../schema.ts'

/** A waiting payment of the contract whose `orderedAt` is a Date. */
export type WaitingPaymentRow = Omit<WaitingPayment, 'orderedAt'> & { orderedAt: Date }

/** Lists a creator's waiting payments, latest first. Reads an index of their orders. */
export async function listWaitingPayments(
  db: Db,
  { creatorUid, mode }: { creatorUid: string; mode: Mode },
  limit: number,
): Promise<WaitingPaymentRow[]> {
  const rows = await db
    .selectFrom('tipOrder')
    .select(['id', 'provider', 'supporterName', 'isAnonymous', 'currency', 'createdAt as orderedAt'])
    .select(['amountMinor', 'coveredFeeMinor'])
    .where('creatorUid', '=', creatorUid)
    .where('status', '=', 'CLEARING')
    .where('waitsForPayee', '=', true)
    .where('mode', '=', mode)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ supporterName, isAnonymous, amountMinor, coveredFeeMinor, ...row }) => ({
    ...row,
    name: isAnonymous ? 'Anonymous' : supporterName,
    amount: amountMinor + coveredFeeMinor,
  }))
}
