/** For tests: the product's books of random deliveries, held against the reference. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { listImbalances } from '../../db/queries/balance.ts'
import type { Imbalance } from '../../db/queries/balance.ts'
import { buildCreator, buildGoal } from '../../db/test-builders.ts'
import { createTestDb } from '../../db/test-database.ts'
import { deliver, deliveries } from './test-histories.ts'
import { keepBooks } from './test-reference.ts'

/** So many deliveries, each for a creator and a goal of its own, until one whose books are wrong; what does not balance in the end. */
export async function checkDeliveries(numRuns: number): Promise<Imbalance[]> {
  await using test = await createTestDb()
  // Nothing of it has to outlive a crash, and it is thousands of commits: connections that are opened from here on do not wait.
  await sql`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`.execute(
    test.db,
  )
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
