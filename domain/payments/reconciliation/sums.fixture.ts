import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connection.ts'
import { later } from '../checkout.fixture.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { reconcile } from './reconcile.ts'
import type { ReconciliationReport } from './report.ts'

/** Reconciles in `minutes` minutes by the product's clock, when the providers have listed all transactions. */
export async function reconcileLater(ctx: PaymentContext, minutes: number): Promise<ReconciliationReport> {
  await ctx.db
    .updateTable('reconciledLedger')
    .set({ seenAt: later(-60) })
    .execute()
  const report = await reconcile(ctx, { now: later(minutes) })
  if (!report) throw new Error('another process reconciles')
  return report
}

/** Books an amount on a tip, as of its payment or a refund, that the provider has not booked, so that the sums differ. */
export async function plantCent(
  db: Db,
  captureId: string,
  amountMinor: number,
  of: 'payment' | 'refund' = 'refund',
): Promise<void> {
  const tip = await db
    .selectFrom('tip')
    .select(['id as tipId', 'creatorUid', 'provider', 'mode', 'currency'])
    .where('captureId', '=', captureId)
    .executeTakeFirstOrThrow()
  const kind = of === 'payment' ? 'provider_fee' : 'refund'
  const entry = { ...tip, movementId: randomUUID(), kind, sourceId: null } as const
  await db
    .insertInto('ledgerEntry')
    .values([
      { ...entry, account: 'creator', amountMinor },
      { ...entry, account: 'platform_fee', amountMinor: -amountMinor },
    ])
    .execute()
}

/** Lists the payments that are still to be compared, or whose sums differ. */
export const listed = (db: Db) => db.selectFrom('paymentComparison').select('captureId').execute()
