import { pino } from 'pino'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { buildCreator, buildOrder } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { checkPayments } from '../check-payments.ts'
import { captureOf, refundOf } from '../ledger/ledger.fixture.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import { recordTip } from './record-tip.ts'

test('captured money that is not what was ordered is shown to its creator and counted until it is refunded', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid)
  const capture = captureOf(order, { chargedMinor: 501, captureId: 'CAP-WRONG' })
  const statement = () => readStatement(test.db, { creatorUid: creator.uid, mode: 'test' })

  await recordTip(test.db, capture)
  await recordTip(test.db, capture)

  expect((await statement()).unmatched).toEqual([
    {
      provider: 'paypal',
      paymentId: 'CAP-WRONG',
      foundAt: expect.any(String),
      paid: 501,
      paidCurrency: 'gbp',
      expected: 500,
      expectedCurrency: 'gbp',
    },
  ])
  expect(await countMismatches(test.db)).toBe(1)
  await recordRefund(test.db, refundOf(capture, { amountMinor: 500 }))
  expect((await statement()).unmatched).toHaveLength(1)
  await recordRefund(test.db, refundOf(capture, { amountMinor: 1, refundId: 'REFUND-2' }))
  expect((await statement()).unmatched).toEqual([])
  expect(await countMismatches(test.db)).toBe(0)
})

test('a second payment of an order that is already a tip is shown to its creator', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid)
  await recordTip(test.db, captureOf(order))

  const outcome = await recordTip(test.db, captureOf(order, { captureId: 'CAP-SECOND' }))

  expect(outcome).toEqual({ kind: 'mismatch' })
  const { unmatched } = await readStatement(test.db, { creatorUid: creator.uid, mode: 'test' })
  expect(unmatched).toMatchObject([{ paymentId: 'CAP-SECOND', paid: 500, expected: 500 }])
  expect(await countMismatches(test.db)).toBe(1)
})

async function countMismatches(db: Db): Promise<number | undefined> {
  await checkPayments({ db, log: pino({ level: 'silent' }) })
  const { values } = await register.getSingleMetric('brimful_payments_stuck')!.get()
  return values.find(({ labels }) => labels['reason'] === 'mismatch')?.value
}
