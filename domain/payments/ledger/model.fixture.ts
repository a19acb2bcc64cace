/** Compares the product's ledger of random schedules with the reference ledger (`reference.fixture.ts`). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import type { Imbalance } from '../../../db/queries/payments/imbalance.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { computeCaptureBalances, computeLedgerEntries } from './compute-ledger-entries.ts'
import { openContext, readTipLedger, reportsFor, runSchedule, schedules } from './histories.fixture.ts'
import { computeReferenceLedger } from './reference.fixture.ts'
import type { History } from './reference.fixture.ts'

/**
 * Runs random schedules, each with its own creator and goal, and fails at the first ledger that differs from the reference. Returns
 * the imbalances of the whole ledger at the end.
 */
export async function checkSchedules(numRuns: number): Promise<Imbalance[]> {
  await using test = await createTestDb()
  const isRight = fc.asyncProperty(schedules, async (schedule) => {
    const creator = await buildCreator(test.db)
    const goal = await buildGoal(test.db, creator.uid, { amountReceivedMinor: 0, amountMinor: 1_00 })
    const expected = schedule.tips.map((history) => computeReferenceLedger(history))

    expect(await runSchedule(test.db, goal, schedule)).toEqual(expected)

    const remaining = schedule.tips.map(({ amountMinor }, at) => amountMinor - expected[at]!.returnedMinor)
    const total = remaining.reduce((sum, minor) => sum + minor, 0)
    const { rows } = await sql<object>`
      select (select amount_received_minor from goal where goal_id = ${goal.goalId}) as goal,
        (select amount_minor from supporter_total where creator_uid = ${creator.uid} and period = 'all') as total,
        (select count(*)::int from outbox where creator_uid = ${creator.uid} and type = 'goal.funded') <= 1 as once
    `.execute(test.db)
    expect(rows).toEqual([{ goal: total, total, once: true }])
  })
  await fc.assert(isRight, { numRuns, endOnFailure: true })
  return await listImbalances(test.db, 5)
}

/** Creates a tip whose order a test can lock. Its capture then waits, after it has read the reports that are known so far. */
export async function buildRaceCase(history: History) {
  const test = await createTestDb()
  const { db } = test
  const ctx = openContext(db)
  const creator = await buildCreator(db)
  const goal = await buildGoal(db, creator.uid, { amountReceivedMinor: 0, amountMinor: 1_00 })
  const { captureId, reports } = await reportsFor(ctx, goal, history)
  return {
    ctx,
    /** Functions that report the capture, and then the refunds and disputes. */
    reports,
    readLedger: () => readTipLedger(db, captureId),
    async lockOrder() {
      const trx = await db.startTransaction().execute()
      await trx.selectFrom('tipOrder').select('id').forUpdate().execute()
      return { release: () => trx.commit().execute() }
    },
    async isWaiting(): Promise<boolean> {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        ) as waits`.execute(db)
      return rows[0]!.waits
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  }
}

/**
 * Returns the account balances that the product computes for a history, from its capture and the newest report of each refund and
 * dispute.
 */
export function computeProductLedger(history: History) {
  const { amountMinor, feeMinor, coveredFeeMinor, feeMode } = history
  const captured = computeCaptureBalances({
    charged: amountMinor + coveredFeeMinor,
    splitFee: feeMode === 'split' ? feeMinor : 0,
    owedFee: feeMode === 'owed' ? feeMinor : 0,
    setOff: history.setOffMinor,
    providerFee: history.providerFeeMinor,
  })
  const rank = ['pending', 'completed', 'failed', 'open', 'won', 'lost']
  const newest = <T extends { asOf: Date; status: string }>(reports: T[], idOf: (report: T) => string) =>
    Object.values(
      Object.fromEntries(
        reports
          .toSorted(
            (a, b) => a.asOf.getTime() - b.asOf.getTime() || rank.indexOf(a.status) - rank.indexOf(b.status),
          )
          .map((report) => [idOf(report), report]),
      ),
    )
  const { sources, returnedMinor } = computeLedgerEntries(
    { amountMinor, feeMinor, coveredFeeMinor, feeMode },
    newest(history.refunds, ({ refundId }) => refundId),
    newest(history.disputes, ({ disputeId }) => disputeId),
  )
  const accounts: Record<string, number> = { ...captured }
  for (const source of sources) {
    for (const [account, amount] of Object.entries(source.accounts))
      accounts[account] = (accounts[account] ?? 0) + amount
    expect(Object.values(source.accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  }
  return {
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
    returnedMinor,
  }
}
