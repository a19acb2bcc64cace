/** Books the fees of a payment from the provider's own record. */
import { randomUUID } from 'node:crypto'
import { shareOf } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../../db/connection.ts'
import type { TipRow } from '../../../db/schema.ts'
import {
  completeRecord,
  dropComputedFees,
  recordingProvider,
} from '../../../db/queries/payments/payment-records.ts'
import type { DueRecord } from '../../../db/queries/payments/payment-records.ts'
import { lockTipForLedger } from '../../../db/queries/payments/tip-ledger.ts'
import type { FeeRefund, PaymentRecord } from '../provider/reports.ts'
import { recordProviderFee } from './record-provider-fee.ts'
import { recordWorth } from './record-worth.ts'

/**
 * Books the provider's fee and the refunds of our service fee, each once, and completes the record, all in one transaction. Repeats
 * change nothing. Returns the ids of the events to publish. The provider split off the service fee and the set-off together, so a
 * refund returns both in proportion; the creator then owes the returned set-off a second time.
 */
export async function bookPaymentRecord(db: Db, due: DueRecord, record: PaymentRecord): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const key = { provider: recordingProvider, captureId: due.captureId } as const
    const tip = await lockTipForLedger(trx, key)
    if (!tip) return []
    await recordProviderFee(trx, key, record.providerFeeMinor, record.transactionId)
    await bookFeeRefunds(trx, tip, record.feeRefunds)
    await dropComputedFees(trx, key)
    const eventIds = await recordWorth(trx, tip, record.converted)
    await completeRecord(trx, due)
    return eventIds
  })
}

type LockedTip = TipRow & { setOffMinor: number }

async function bookFeeRefunds(trx: Trx, tip: LockedTip, refunds: readonly FeeRefund[]): Promise<void> {
  if (refunds.length === 0) return
  const booked = await listBooked(trx, tip.id)
  let returnedMinor = booked.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const isNew = ({ feeRefundId }: FeeRefund) =>
    !booked.some(({ transactionId }) => transactionId === feeRefundId)
  for (const refund of refunds.filter(isNew).toSorted(byTime)) {
    const feeMinor = feePart(tip, returnedMinor + refund.amountMinor) - feePart(tip, returnedMinor)
    await insertFeeRefund(trx, tip, refund, feeMinor)
    returnedMinor += refund.amountMinor
  }
}

/** Returns the part of a returned amount that is service fee, in minor units. The rest of the amount is set-off. */
function feePart({ feeMinor, setOffMinor }: LockedTip, returnedMinor: number): number {
  const splitMinor = feeMinor + setOffMinor
  return splitMinor === 0 ? 0 : shareOf(feeMinor, Math.min(returnedMinor, splitMinor), splitMinor)
}

/** Returns the refunds of the service fee that are already booked, each with the amount that the creator got back. */
async function listBooked(trx: Trx, tipId: string) {
  return trx
    .selectFrom('ledgerEntry')
    .select(['transactionId', 'amountMinor'])
    .where('tipId', '=', tipId)
    .where('kind', '=', 'refund')
    .where('account', '=', 'creator')
    .where('transactionId', 'is not', null)
    .execute()
}

async function insertFeeRefund(
  trx: Trx,
  { id: tipId, creatorUid, provider, mode, currency }: LockedTip,
  { feeRefundId, amountMinor }: FeeRefund,
  feeMinor: number,
): Promise<void> {
  const movement = {
    movementId: randomUUID(),
    kind: 'refund',
    tipId,
    creatorUid,
    provider,
    mode,
    currency,
  } as const
  const entries = [
    { ...movement, account: 'creator', amountMinor },
    { ...movement, account: 'platform_fee', amountMinor: -feeMinor },
    { ...movement, account: 'fee_owed', amountMinor: feeMinor - amountMinor },
  ] as const
  await trx
    .insertInto('ledgerEntry')
    .values(
      entries
        .filter((entry) => entry.amountMinor !== 0)
        .map((entry) => ({ ...entry, sourceId: null, transactionId: feeRefundId })),
    )
    .execute()
}

function byTime(a: FeeRefund, b: FeeRefund): number {
  return a.occurredAt.getTime() - b.occurredAt.getTime() || (a.feeRefundId < b.feeRefundId ? -1 : 1)
}
