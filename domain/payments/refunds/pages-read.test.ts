import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { countPagesRead, vacuumWhole } from '../../../db/pages-read.fixture.ts'
import { measureStuckPayments } from '../check-payments.ts'
import { requestUnreturned } from './request-refund.ts'

test('looking for money to send back reads as much after many second payments as after few', async () => {
  await using test = await createTestDb({ isNew: true })
  const { db, owner, url } = test
  const { uid } = await buildCreator(db)
  const { id: orderId } = await buildOrder(db, uid)
  const addReturned = async (name: string, count: number) => {
    await sql`
      insert into unmatched_payment (provider, capture_id, order_id, creator_uid, mode, charged_minor, currency)
      select 'paypal', ${name} || n, ${orderId}, ${uid}, 'test', 500, 'gbp' from generate_series(1, ${count}::int) n`.execute(
      owner,
    )
    await sql`
      insert into provider_refund (provider, refund_id, capture_id, mode, kind, status, amount_minor, currency, occurred_at, as_of)
      select provider, 'REFUND-' || capture_id, capture_id, mode, 'refund', 'completed', charged_minor, currency, now(), now()
      from unmatched_payment where starts_with(capture_id, ${name})`.execute(owner)
    await requestUnreturned({ db })
    for (const table of ['unmatched_payment', 'provider_refund']) await vacuumWhole(owner, table)
  }
  const work = async (running: typeof db) => {
    await requestUnreturned({ db: running })
    await measureStuckPayments(running)
  }

  await addReturned('FEW-', 20)
  const few = await countPagesRead(url, work)
  await addReturned('MANY-', 3_000)
  const many = await countPagesRead(url, work)

  expect(many).toBeLessThanOrEqual(1.5 * few + 5)
})
