/** Plays a random history, compares its sums, and plants cents to see that they are found. */
import { checkBalance } from '../ledger/check-balance.ts'
import { checkSums } from './check-sums.fixture.ts'
import type { Uneven } from './check-sums.fixture.ts'
import { playHistory } from './history.fixture.ts'
import { plantCent } from './sums.fixture.ts'

/** Returns what is wrong: nothing in `uneven`, `imbalances` and `findings` if all is right, and the same cents found as planted. */
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
    /** The payments that the reconciliation names, and by how much the checker finds the accounts off, fees left out. */
    named: named.differences.map(({ captureId }) => captureId).toSorted(),
    offMinor: (await checkSums(db, tell))
      .filter(isOfKind)
      .reduce((sum, one) => sum + one.ledger - one.provider, 0),
  }
}

const isOfKind = ({ what }: Uneven) => /(payment|refund|dispute)$/.test(what)
