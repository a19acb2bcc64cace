/** Compares accounts at a provider with the ledger: what has changed there since the last time, and what has changed here. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listChangedPayments, listPaymentsSince } from '../../../db/queries/payment-comparison.ts'
import { listKnownCaptures, saveTransactions } from '../../../db/queries/provider-transactions.ts'
import { listAccounts, registerAccounts, saveCompleteTo } from '../../../db/queries/reconciled-accounts.ts'
import type { ReconciledAccount } from '../../../db/queries/reconciled-accounts.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordDisputeAndPublish } from '../orders/record-outcome.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { ProviderTransaction } from '../provider/reports.ts'
import { comparePayments } from './compare-payments.ts'
import { readPayouts } from './payouts.ts'
import { attempt, readPages } from './run.ts'
import type { Run } from './run.ts'

/** An account that is new here is compared for these days. */
const firstDays = 4
/** What a provider lists may appear a little after its time. */
const overlapMs = 3_600_000
/** Of Stripe's 25 reads a second in test mode, and 100 in live mode, at most ten. https://docs.stripe.com/rate-limits */
const minGapMs = 200

/** Compares the accounts of a provider that are due; with `since`, all of them from then on. */
export async function reconcileAccounts(
  run: Run,
  provider: PaymentProvider,
  since: Date | undefined,
): Promise<void> {
  const { ctx, now } = run
  const { db } = ctx
  const filter = { provider: provider.name, mode: provider.mode }
  if (provider.listTransactions) {
    await listChangedPayments(db, filter)
    if (since) await listPaymentsSince(db, filter, since)
  }
  await registerAccounts(db, filter, since ?? new Date(now.getTime() - firstDays * 86_400_000))
  const due = since ? undefined : now
  const accounts = readPages<ReconciledAccount>((after) =>
    listAccounts(db, filter, { due, after: after?.payeeId }),
  )
  for await (const account of accounts) {
    const gap = sleep(minGapMs)
    await attempt(run, account.payeeId, () => reconcileAccount(run, provider, account, since))
    await gap
  }
}

async function reconcileAccount(
  run: Run,
  provider: PaymentProvider,
  { payeeId, completeTo }: ReconciledAccount,
  since: Date | undefined,
): Promise<void> {
  const { ctx, now, report } = run
  report.accounts += 1
  const from = new Date(Math.min(completeTo.getTime() - overlapMs, since?.getTime() ?? Infinity))
  const { name, mode } = provider
  let hasMoved = false
  if (provider.listTransactions) {
    hasMoved = await storeTransactions(ctx, provider, { payeeId, from, until: soon(now) })
    await readPayouts(run, provider, payeeId, from)
    hasMoved = (await comparePayments(run, provider, payeeId)) > 0 || hasMoved
  } else {
    for (const dispute of await provider.listDisputes(payeeId, from))
      if (await recordDisputeAndPublish(ctx, dispute)) report.repaired.disputes.push(dispute.disputeId)
  }
  await saveCompleteTo(ctx.db, { provider: name, mode, payeeId }, { completeTo: now, hasMoved })
}

/** The provider's clock may be ahead of ours. */
const soon = (now: Date) => new Date(now.getTime() + 60_000)

/**
 * Stores the transactions of our payments: those whose metadata names an order, and what belongs to a payment that is known. Returns
 * whether there are any.
 */
async function storeTransactions(
  { db }: PaymentContext,
  { name: provider, mode, listTransactions }: PaymentProvider,
  { payeeId, from, until }: { payeeId: string; from: Date; until: Date },
): Promise<boolean> {
  const listed = (await listTransactions?.(payeeId, from, until)) ?? []
  const captureIds = [...new Set(listed.map(({ captureId }) => captureId))]
  const ours = await listKnownCaptures(db, provider, captureIds)
  for (const { orderId, captureId } of listed) if (orderId !== undefined) ours.add(captureId)
  const isOurs = ({ captureId }: ProviderTransaction) => ours.has(captureId)
  const known = listed.filter(isOurs).map((one) => ({ ...one, provider, mode, payeeId }))
  await saveTransactions(db, known)
  return known.length > 0
}
