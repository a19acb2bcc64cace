/** Reads what providers have booked of payments, after the payments are tips: nothing that pays waits for it. */
import {
  claimDueRecords,
  giveRecordUp,
  maxRecordAttempts,
  recordingProvider,
} from '../../../db/queries/payment-records.ts'
import type { DueRecord } from '../../../db/queries/payment-records.ts'
import { bookPaymentRecord } from '../ledger/book-payment-record.ts'
import type { PaymentContext } from '../orders/payment-context.ts'

const maxPerRun = 100
const simultaneous = 5

/**
 * Books the records that are due, at most a hundred per run. What is not booked at the provider yet, or cannot be read now, is tried
 * again later, each by itself; one that is given up is an error in the log, and its tip stays marked as without its fee.
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
    if (record) return await bookPaymentRecord(ctx.db, due, record)
  } catch (error) {
    ctx.log.warn({ tipId, err: error }, 'payment record not read')
  }
  if (recordsAttempts < maxRecordAttempts) return
  await giveRecordUp(ctx.db, due)
  ctx.log.error({ tipId, captureId }, 'payment record given up: a person has to book the fee')
}
