/** For tests: the product's books of random deliveries, held against the reference. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { listImbalances } from '../../../db/queries/balance.ts'
import type { Imbalance } from '../../../db/queries/balance.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { reckon } from './compute-ledger-entries.ts'
import { deliver, deliveries, openContext, readBooks, reportsFor } from './histories.fixture.ts'
import { keepBooks } from './reference.fixture.ts'
import type { History } from './reference.fixture.ts'

/** So many deliveries, each for a creator and a goal of its own, until one whose books are wrong; what does not balance in the end. */
export async function checkDeliveries(numRuns: number): Promise<Imbalance[]> {
  await using test = await createTestDb()
  const isRight = fc.asyncProperty(deliveries, async (delivery) => {
    const creator = await buildCreator(test.db)
    const goal = await buildGoal(test.db, creator.uid, { amountReceivedMinor: 0, amountMinor: 1_00 })
    const expected = delivery.tips.map((history) => keepBooks(history))

    expect(await deliver(test.db, goal, delivery)).toEqual(expected)

    const given = delivery.tips.map(({ amountMinor }, at) => amountMinor - expected[at]!.returnedMinor)
    const inAll = given.reduce((sum, minor) => sum + minor, 0)
    const { rows } = await sql<object>`
      select (select amount_received_minor from goal where goaluuid = ${goal.goaluuid}) as goal,
        (select amount_minor from supporter_total where creator_uid = ${creator.uid} and period = 'all') as total,
        (select count(*)::int from outbox where creator_uid = ${creator.uid} and type = 'goal.funded') <= 1 as once
    `.execute(test.db)
    expect(rows).toEqual([{ goal: inAll, total: inAll, once: true }])
  })
  await fc.assert(isRight, { numRuns, endOnFailure: true })
  return await listImbalances(test.db, 5)
}

/** One tip whose order can be held, so that its booking waits with what it has seen by then. */
export async function buildDeliveryCase(history: History) {
  const test = await createTestDb()
  const { db } = test
  const ctx = openContext(db)
  const creator = await buildCreator(db)
  const goal = await buildGoal(db, creator.uid, { amountReceivedMinor: 0, amountMinor: 1_00 })
  const { captureId, reports } = await reportsFor(ctx, goal, history)
  return {
    ctx,
    /** The booking, then the refunds and disputes. */
    reports,
    readBooks: () => readBooks(db, captureId),
    async holdOrder() {
      const trx = await db.startTransaction().execute()
      await trx.selectFrom('tipOrder').select('id').forUpdate().execute()
      return { letGo: () => trx.commit().execute() }
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

/** The capture's entries, and those that the product reckons from the newest report of everything. */
export function reckoned(history: History) {
  const { amountMinor, feeMinor, coveredFeeMinor, feeMode } = history
  const before = keepBooks({ ...history, refunds: [], disputes: [] })
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
  const { effects, returnedMinor } = reckon(
    { amountMinor, feeMinor, coveredFeeMinor, feeMode },
    newest(history.refunds, ({ refundId }) => refundId),
    newest(history.disputes, ({ disputeId }) => disputeId),
  )
  const accounts: Record<string, number> = { ...before.accounts }
  for (const effect of effects) {
    for (const [account, amount] of Object.entries(effect.accounts))
      accounts[account] = (accounts[account] ?? 0) + amount
    expect(Object.values(effect.accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  }
  return {
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
    returnedMinor,
  }
}
