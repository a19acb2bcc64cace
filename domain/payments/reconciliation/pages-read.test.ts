import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { compareSums, listChangedPayments } from '../../../db/queries/payments/payment-comparison.ts'
import { listOpenDisputes, listTipsWithOpenRefunds } from '../../../db/queries/payments/reconciliation.ts'
import { buildManyTips, buildTip } from '../ledger/ledger.fixture.ts'

/** Returns how many database pages the comparison of one new payment reads after this many older tips. */
async function countAfter(tips: number): Promise<number> {
  await using books = await createTestDb({ isNew: true })
  const { db } = books
  const { uid } = await buildCreator(db)
  await buildManyTips(db, uid, tips)
  await sql`
    update reconciled_ledger set listed_id = newest, seen_id = newest from (select max(id) as newest from ledger_entry) l
  `.execute(db)
  const { captureId } = await buildTip(db, uid, { provider: 'stripe' })
  await sql`analyze`.execute(db)

  return await countPagesRead(books.url, async (watched) => {
    await listChangedPayments(watched, [{ provider: 'stripe', mode: 'test' }])
    expect((await compareSums(watched, 'stripe', [captureId])).length).toBe(1)
    expect(await listOpenDisputes(watched, undefined)).toEqual([])
    expect(await listTipsWithOpenRefunds(watched, undefined)).toEqual([])
  })
}

test('comparing a new payment reads as much after many tips as after few', async () => {
  expect(await countAfter(4_000)).toBeLessThanOrEqual(1.5 * (await countAfter(80)) + 5)
})
