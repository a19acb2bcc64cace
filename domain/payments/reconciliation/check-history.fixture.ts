/** Plays a random history and compares the ledger with the stand-ins. Then books wrong cents to check that they are found. */
import type { Db } from '../../../db/connection.ts'
import type { Control } from '../../../sandbox/stand-in.fixture.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { checkCharges } from './check-charges.fixture.ts'
import { listLeftOpen } from './check-open.fixture.ts'
import { checkSums } from './check-sums.fixture.ts'
import { adjust, endAll, rejectProposals } from './history-operations.fixture.ts'
import { playHistory } from './history.fixture.ts'
import { plantCents } from './plant-cents.fixture.ts'
import type { ReportedDifference } from './report.ts'

/**
 * Plays a history and returns what is wrong. For a correct product all lists are empty but `planted` and `named`: the payments in
 * `named` are those in `planted`, into which a wrong minor unit was booked.
 */
export async function checkHistory(
  seed: number,
  operations: number,
  creators: number,
  mode: CheckoutMode = 'platform',
) {
  await using history = await playHistory(seed, operations, creators, mode)
  const { db, ctx, tell, done } = history
  const open = await compareWithStandIns(history)
  await endAll(history)
  const ended = await compareWithStandIns(history)
  const { chargedTwice, ...charges } = await checkCharges(history)
  const imbalances = await checkBalance(ctx)
  const leftOpen = await listLeftOpen(db)

  const planted = await plantCents(db)
  const { differences: named } = await history.finish()
  const unevenMinor = (await checkSums(db, tell))
    .filter(({ what }) => /(payment|refund|dispute)$/.test(what))
    .reduce((sum, one) => sum + one.ledger - one.provider, 0)
  await settleDifferences(history, named, 'platform_fee')
  return {
    seed,
    done: { ...done, ...charges } as Record<string, number>,
    /** While disputes are open and payments clear, and after they have ended. */
    open,
    ended,
    chargedTwice,
    imbalances,
    leftOpen,
    planted,
    /** The differences that the reconciliation reports, which are the planted ones. */
    named: named
      .map(({ captureId, kind, currency }) => ({ captureId, kind, currency }))
      .toSorted((a, b) => (a.captureId < b.captureId ? -1 : 1)),
    /** By how much each of them differs, in minor units. */
    offMinor: named.map(({ ledgerMinor, providerMinor }) => ledgerMinor - providerMinor),
    /** The total by which `checkSums` finds the accounts off, without fees. */
    unevenMinor,
    /** What is still off after two admins have settled these. */
    unsettled: [...(await history.finish()).differences, ...(await checkSums(db, tell))],
  }
}

type History = Awaited<ReturnType<typeof playHistory>>

/**
 * Lets the product's schedules work and two admins settle what differs, and returns what differs from the stand-ins then, and what
 * nobody here can settle.
 */
async function compareWithStandIns(history: History) {
  const { db, tell } = history
  await rejectProposals(history)
  const wrong = await countWrongAdjustments(db)
  const first = await history.finish()
  const { differences } = first
  await settleDifferences(history, differences, 'provider')
  const { missingAtProvider, unmatchedPayments, unanswered, notCompared, ...report } =
    differences.length > 0 ? await history.finish() : first
  return {
    /** Differences beside those that admins have booked by mistake. */
    unexpected: differences.length > wrong ? differences : [],
    uneven: await checkSums(db, tell),
    misstated: await checkDisputes(db, tell.stripe),
    findings: [report.differences, missingAtProvider, unmatchedPayments, unanswered, notCompared].flat(),
  }
}

/** Two admins book what makes these sums those of the provider. */
async function settleDifferences(
  history: History,
  differences: readonly ReportedDifference[],
  account: 'provider' | 'platform_fee',
): Promise<void> {
  for (const { tipId, kind, providerMinor, ledgerMinor } of differences)
    await adjust(history, { tipId, kind, account, amount: providerMinor - ledgerMinor })
}

async function countWrongAdjustments(db: Db): Promise<number> {
  const rows = await db.selectFrom('adjustment').select('id').where('decision', '=', 'booked').execute()
  return rows.length
}

/** Returns the disputes and inquiries at Stripe's stand-in that are in another state here, or not here at all. */
async function checkDisputes(db: Db, control: Control): Promise<object[]> {
  const { disputes } = await control<{ disputes: Record<string, { id: string; status: string }> }>('state')
  const rows = await db.selectFrom('dispute').select(['disputeId', 'status']).execute()
  const known = new Map(rows.map(({ disputeId, status }) => [disputeId, status]))
  return Object.values(disputes).flatMap(({ id, status }) =>
    known.get(id) === statuses[status] ? [] : { id, status, here: known.get(id) },
  )
}

const statuses: Record<string, string> = {
  warning_needs_response: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}
