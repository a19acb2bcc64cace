/** Plays a random history and compares the ledger with the stand-ins. Then books wrong cents to check that they are found. */
import type { Db } from '../../../db/connection.ts'
import type { Control } from '../../../sandbox/stand-in.fixture.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { checkSums } from './check-sums.fixture.ts'
import { playHistory } from './history.fixture.ts'
import { plantCents } from './plant-cents.fixture.ts'

/**
 * Plays a history and returns what is wrong. For a correct ledger, `uneven`, `misstated`, `imbalances` and `findings` are empty, and the
 * payments in `named` are those in `planted`, into which a wrong minor unit was booked.
 */
export async function checkHistory(seed: number, operations: number, creators: number) {
  await using history = await playHistory(seed, operations, creators)
  const { db, ctx, tell, done } = history
  const report = await history.finish()
  const uneven = await checkSums(db, tell)
  const misstated = await checkDisputes(db, tell.stripe)
  const imbalances = await checkBalance(ctx)
  const { differences, missingAtProvider, unmatchedPayments, unanswered, notCompared } = report
  const findings = [differences, missingAtProvider, unmatchedPayments, unanswered, notCompared].flat()

  const planted = await plantCents(db)
  const { differences: named } = await history.finish()
  return {
    seed,
    done,
    uneven,
    misstated,
    imbalances,
    findings,
    planted,
    /** The differences that the reconciliation reports, which are the planted ones. */
    named: named
      .map(({ captureId, kind, currency }) => ({ captureId, kind, currency }))
      .toSorted((a, b) => (a.captureId < b.captureId ? -1 : 1)),
    /** By how much each of them differs, in minor units. */
    offMinor: named.map(({ ledgerMinor, providerMinor }) => ledgerMinor - providerMinor),
    /** The total by which `checkSums` finds the accounts off, without fees. */
    unevenMinor: (await checkSums(db, tell))
      .filter(({ what }) => /(payment|refund|dispute)$/.test(what))
      .reduce((sum, one) => sum + one.ledger - one.provider, 0),
  }
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
