/**
 * Reads the providers' own records of payments, with their fees. This happens after the tips were recorded, so that tips do not
 * wait for it.
 */
import {
  claimDueRecords,
  giveRecordUp,
  maxRecordAttempts,
  recordingProvider,
} from '../../../db/queries/payments/payment-records.ts'
import type { DueRecord } from '../../../db/queries/payments/payment-records.ts'
import { bookPaymentRecord } from '../ledger/book-payment-record.ts'
import type { PaymentContext } from '../orders/payment-context.ts'

const maxPerRun = 100
const simultaneous = 5

/**
 * Books the payment records that are due, at most a hundred per run. A record that the provider has not booked yet, or that cannot
 * be read now, is retried later without holding up the others. When a record is given up, that is logged as an error, and the
 * statement still shows its fee as pending.
 */
export async function readPaymentRecords(ctx: PaymentContext, now = new Date()): Promise<void> {
  const provider = ctx.payments[recordingProvider]
  if (!provider?.findRecord) return
  const due = await claimDueRecords(ctx.db, provider.mode, now, maxPerRun)
  while (due.length > 0) await Promise.all(due.splice(0, simultaneous).map((one) => readRecord(ctx, one)))
}

async function readRecord(ctx: PaymentContext, due: DueRecord): Promise<void> {
  const { id: tipId, captureId, payeeId, recordsAttempts } = due
  try {
    const record = await ctx.payments[recordingProvider]?.findRecord?.(captureId, payeeId)
    if (record) {
      const eventIds = await bookPaymentRecord(ctx.db, due, record)
      return ctx.publish(eventIds.map((eventId) => ({ eventId })))
    }
  } catch (error) {
    ctx.log.warn({ tipId, err: error }, 'payment record not read')
  }
  if (recordsAttempts < maxRecordAttempts) return
  await giveRecordUp(ctx.db, due)
  ctx.log.error({ tipId, captureId }, 'payment record given up: a person has to book the fee')
}
