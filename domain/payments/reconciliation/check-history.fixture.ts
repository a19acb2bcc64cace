/** Plays a random history and compares the ledger with the stand-ins. Then books wrong cents to check that they are found. */
import { checkBalance } from '../ledger/check-balance.ts'
import { checkSums } from './check-sums.fixture.ts'
import type { Uneven } from './check-sums.fixture.ts'
import { playHistory } from './history.fixture.ts'
import { plantCent } from './sums.fixture.ts'

/**
 * Plays a history and returns what is wrong. For a correct ledger, `uneven`, `imbalances` and `findings` are empty, and the
 * payments in `named` are those in `planted`, into which a wrong cent was booked.
 */
export async function checkHistory(seed: number, operations: number, creators: number) {
  await using history = await playHistory(seed, operations, creators)
  const { db, ctx, tell, done } = history
  const report = await history.finish()
  const uneven = await checkSums(db, tell)
  const imbalances = await checkBalance(ctx)
  const { differences, missingAtProvider, unmatchedPayments, unanswered, notCompared } = report
  const findings = [differences, missingAtProvider, unmatchedPayments, unanswered, notCompared].flat()

  const planted = await history.pickTips(3)
  for (const captureId of planted) await plantCent(db, captureId, 1)
  const named = await history.finish()
  return {
    seed,
    done,
    uneven,
    imbalances,
    findings,
    planted: planted.toSorted(),
    /**
     * The payments that the reconciliation reports, and the total in minor units by which `checkSums` finds the accounts off,
     * without fees.
     */
    named: named.differences.map(({ captureId }) => captureId).toSorted(),
    offMinor: (await checkSums(db, tell))
      .filter(isOfKind)
      .reduce((sum, one) => sum + one.ledger - one.provider, 0),
  }
}

const isOfKind = ({ what }: Uneven) => /(payment|refund|dispute)$/.test(what)
