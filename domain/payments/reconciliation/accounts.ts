/**
 * Compares creators' accounts at a provider with the ledger: the payments that have changed since the last comparison, at the
 * provider or in the ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteListedPayments, listPaymentsSince } from '../../../db/queries/payments/payment-comparison.ts'
import {
  listAccounts,
  registerAccounts,
  saveCompleteTo,
} from '../../../db/queries/payments/reconciled-accounts.ts'
import type { ReconciledAccount } from '../../../db/queries/payments/reconciled-accounts.ts'
import { isCaptureOf } from '../orders/is-capture-of.ts'
import { AccessLostError, ListingNotPermittedError } from '../provider/errors.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { comparePayments } from './compare-payments.ts'
import { readPayouts } from './payouts.ts'
import { attempt, readPages } from './run.ts'
import type { Run } from './run.ts'
import { recordFoundDispute } from './tips.ts'
import { storeTransactions } from './transactions.ts'
import { providerNames } from '../../../contract/providers.ts'

/** How many days back the comparison of an account goes the first time. */
const firstDays = 4
/** How many days back the transactions of an account are listed when it first permits that. PayPal refunds within 180 days. */
const permittedDays = 181
/** In milliseconds: how far each listing overlaps with the last one, because a provider may list a transaction a little late. */
const overlapMs = 3_600_000
/**
 * The minimum time in milliseconds between two accounts. It keeps us to about fifteen reads a second, of the 25 (test mode) or 100
 * (live mode) that Stripe allows. https://docs.stripe.com/rate-limits
 */
const minGapMs = 200

/** Compares the accounts of a provider that are due. With `since`, compares all accounts from that time on. */
export async function reconcileAccounts(
  run: Run,
  provider: PaymentProvider,
  since: Date | undefined,
): Promise<void> {
  const { ctx, now } = run
  const { db } = ctx
  const filter = { provider: provider.name, mode: provider.mode }
  if (provider.listing && since) await listPaymentsSince(db, filter, since)
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

/**
 * Compares one account, and stores the time up to which it is compared. If its sums cannot be compared, adds the reason to the
 * report.
 */
async function reconcileAccount(
  run: Run,
  provider: PaymentProvider,
  reconciled: ReconciledAccount,
  since: Date | undefined,
): Promise<void> {
  const { ctx, now, report } = run
  const { name, mode } = provider
  const { payeeId, completeTo } = reconciled
  const account = { provider: name, mode, payeeId }
  const from = new Date(Math.min(startOf(run, provider, reconciled), since?.getTime() ?? Infinity))
  report.accounts += 1
  try {
    await recordDisputes(run, provider, payeeId, from)
    const listed = await compareSums(run, provider, payeeId, from)
    if (listed) return await saveCompleteTo(ctx.db, account, { ...listed, now, access: 'listed' })
    const reason = `we may not list transactions at ${providerNames[name]}, so no sums are compared`
    report.notCompared.push({ provider: name, payeeId, access: 'unlisted', reason })
    await saveCompleteTo(ctx.db, account, { completeTo: now, hasMoved: false, now, access: 'unlisted' })
  } catch (error) {
    const access = accessOf(error)
    if (!access) throw error
    const reason = reasonOf(provider, access)
    report.notCompared.push({ provider: name, payeeId, access, reason })
    await deleteListedPayments(ctx.db, account)
    const upTo = access === 'lost' ? completeTo : now
    await saveCompleteTo(ctx.db, account, { now, completeTo: upTo, hasMoved: false, access })
  }
}

/** Returns the time from which an account's transactions are listed, in milliseconds. */
function startOf(
  { now }: Run,
  { listing }: PaymentProvider,
  { completeTo, access }: ReconciledAccount,
): number {
  const start = completeTo.getTime() - Math.max(overlapMs, listing?.delayMs ?? 0)
  const isFirst = listing?.needsPermission === true && access !== 'listed'
  return isFirst ? Math.min(start, now.getTime() - permittedDays * 86_400_000) : start
}

/** Compares the sums of an account's payments. Returns undefined if the provider cannot list transactions. */
async function compareSums(
  run: Run,
  provider: PaymentProvider,
  payeeId: string,
  from: Date,
): Promise<{ completeTo: Date; hasMoved: boolean } | undefined> {
  const { ctx, now } = run
  if (!provider.listing || !provider.listTransactions) return undefined
  const { transactions, completeTo } = await provider.listTransactions(payeeId, from, soon(now))
  const hasMoved = await storeTransactions(ctx, provider, payeeId, transactions)
  await readPayouts(run, provider, payeeId, from)
  const upTo = Math.min(completeTo.getTime(), now.getTime())
  const listedUpTo = new Date(Math.min(upTo, now.getTime() - provider.listing.delayMs))
  const compared = await comparePayments(run, provider, { payeeId, listedUpTo })
  return { completeTo: new Date(upTo), hasMoved: hasMoved || compared > 0 }
}

/** Records the disputes and inquiries that the provider lists. They include those that no transaction names. */
async function recordDisputes(
  run: Run,
  provider: PaymentProvider,
  payeeId: string,
  from: Date,
): Promise<void> {
  for (const dispute of await provider.listDisputes(payeeId, from)) {
    if (provider.findOrderId && !(await isCaptureOf(run.ctx, provider, { ...dispute, payeeId }))) continue
    await recordFoundDispute(run, dispute)
  }
}

function accessOf(error: unknown): 'unlisted' | 'lost' | undefined {
  if (error instanceof ListingNotPermittedError) return 'unlisted'
  return error instanceof AccessLostError ? 'lost' : undefined
}

function reasonOf({ name }: PaymentProvider, access: 'unlisted' | 'lost'): string {
  if (access === 'lost') return `we have no access to this account at ${providerNames[name]} any more`
  return `${providerNames[name]} does not let us compare sums for this account`
}

/** Returns a time slightly after `now`, because the provider's clock may be ahead of ours. */
const soon = (now: Date) => new Date(now.getTime() + 60_000)
