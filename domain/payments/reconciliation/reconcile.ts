/**
 * Compares our orders, tips and ledger with the providers, independently of webhooks: everything that is still open, and, account
 * by account, everything that has changed since the last time.
 */
import { listChangedPayments } from '../../../db/queries/payments/payment-comparison.ts'
import { findWhollyCompleteTo } from '../../../db/queries/payments/reconciled-accounts.ts'
import { saveReconciliationReport } from '../../../db/queries/payments/reconciliation.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { reconcileAccounts } from './accounts.ts'
import { reconcileOpenItems } from './open-items.ts'
import type { ReconciliationReport } from './report.ts'
import { runAlone } from './run.ts'
import { reconcileTips } from './tips.ts'

/**
 * Compares what has changed since the last run, or with `since` everything since then; records what is missing here, and stores the
 * report. Repeats change nothing, and the next run continues one that was interrupted. Returns undefined when another process is
 * reconciling.
 */
export async function reconcile(
  ctx: PaymentContext,
  { since, now = new Date() }: { since?: Date; now?: Date } = {},
): Promise<ReconciliationReport | undefined> {
  const startedAt = new Date()
  const providers = Object.values(ctx.payments).filter((provider) => provider !== undefined)
  const report = await runAlone(ctx, now, async (run) => {
    await reconcileOpenItems(run)
    await listChangedPayments(
      ctx.db,
      providers.flatMap(({ name, mode, listing }) => (listing ? { provider: name, mode } : [])),
    )
    for (const provider of providers) {
      await reconcileAccounts(run, provider, since)
      if (provider.listing?.needsPermission !== false) await reconcileTips(run, provider, since)
    }
    const accounts = providers.map(({ name, mode }) => ({ provider: name, mode }))
    const completeTo = await findWhollyCompleteTo(ctx.db, accounts, { isOfSums: true })
    run.report.completeUpTo = completeTo?.toISOString() ?? null
  })
  if (!report) return undefined
  await saveReconciliationReport(ctx.db, { startedAt, since: since ?? startedAt, report })
  raiseFindings(ctx, report)
  return report
}

function raiseFindings({ log }: PaymentContext, report: ReconciliationReport): void {
  const { differences, missingAtProvider, unmatchedPayments } = report
  if (differences.length > 0) log.error({ differences }, 'payments that differ from their provider')
  if (missingAtProvider.length > 0) log.error({ missingAtProvider }, 'tips that their provider does not have')
  if (unmatchedPayments.length > 0) log.error({ unmatchedPayments }, 'payments of ours that match no tip')
}
