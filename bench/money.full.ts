import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPagesRead } from '../db/pages-read.fixture.ts'
import { listImbalances } from '../db/queries/payments/balance.ts'
import { giveTips, moneyWork, openMeasured, scheduledWork } from './money-work.ts'
import type { Measured, MeasuredCreator, Work } from './money-work.ts'

let measured: Measured
beforeAll(
  async () => void (measured = await openMeasured({ tips: 1_000_000, largeTips: 115_000 })),
  25 * 60_000,
)
afterAll(() => measured[Symbol.asyncDispose]())

const count = (creator: MeasuredCreator, work: Work) =>
  countPagesRead(creator.checkout.url, (db) => work(db, creator))

/** The pages of an order: each index of a million rows is two or three levels deeper, and some of its pages are split. */
const forOneOrder = 40
/** A page shows fifty movements, or the days of the last two years; each is a row with its tip, its entries and their indexes. */
const forOnePage = 1_300
/** Each new tip has some entries, and each of them is found by an index in several tables. */
const newTips = 20
const forOneTip = 120

test(
  'the database that is filled balances',
  async () => {
    expect(await listImbalances(measured.large.checkout.owner, 5)).toEqual([])
  },
  20 * 60_000,
)

test.each(Object.entries(moneyWork))(
  '%s: reads a page’s worth after 115,000 of a million tips',
  async (name, work) => {
    const [empty, none, large] = [
      await count(measured.empty, work),
      await count(measured.none, work),
      await count(measured.large, work),
    ]

    expect(none).toBeLessThanOrEqual(empty + forOneOrder)
    expect(large).toBeLessThanOrEqual(none + (name === 'an order opens' ? forOneOrder : forOnePage))
  },
)

test.each(Object.entries(scheduledWork))('%s: reads what is new among a million tips', async (_, work) => {
  const pages = []
  for (const creator of [measured.empty, measured.large]) {
    await giveTips(creator.checkout, newTips)
    pages.push(await count(creator, work))
  }

  expect(pages[1]).toBeLessThanOrEqual(pages[0]! + newTips * forOneTip)
})
