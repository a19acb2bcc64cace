/**
 * Tests names, titles, messages and amounts of the maximum length, without a place to break the line: no page becomes wider than
 * the screen.
 */
import { beforeAll, expect, test } from 'vitest'
import { buildGoal } from '../db/builders.fixture.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { setUpProduct } from './product-fixture.ts'
import { desktop, checkPage, phone } from './visitors.ts'

const name = 'W'.repeat(50)
const title = 'M'.repeat(80)
const message = 'm'.repeat(500)
const product = setUpProduct()
let goaluuid: string

beforeAll(seedLongValues)

const narrow = { width: 320, height: 640 }

test.each([
  ['a narrow phone', narrow],
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s values of maximum length stay within the screen', async (_, viewport) => {
  const supporter = await product.visit('ada', { viewport })
  const creator = await product.visit('otto', { viewport })
  const home = '/ottokestrel'
  const pages = [
    [supporter, `${home}/current-goals`, title],
    [supporter, `${home}/current-goals/${goaluuid}`, title],
    [supporter, `${home}/fund-goal/${goaluuid}`, title],
    [supporter, `${home}/tips/`, name],
    [supporter, '/explore', name],
    [supporter, '/dashboard', title],
    [creator, '/dashboard', message],
    [creator, '/dashboard/goals-overview', title],
    [creator, '/dashboard/notification', message],
    [creator, '/dashboard/payment-setting2', name],
    [creator, '/profile-setting', name],
    [creator, '/user/ottokestrel/total-earnings', title],
  ] as const
  for (const [visitor, path, value] of pages) {
    await visitor.open(path)
    const element = visitor.page.getByText(value).first()
    await element.waitFor()
    await checkPage(visitor.page)
    const { x, width } = (await element.boundingBox())!
    // No element is cut off at an edge of the screen.
    expect([path, x >= 0 && x + width <= viewport.width]).toEqual([path, true])
  }
  expect([...supporter.takeErrors(), ...creator.takeErrors()]).toEqual([])
})

/** Fills every field of a creator, a goal and a tip up to its limit. */
async function seedLongValues(): Promise<void> {
  const { db } = product
  const otto = await product.uidOf('ottokestrel')
  const links = Array.from({ length: 10 }, (_, index) => `https://link${index}.example/otto`)
  const socialLinks = JSON.stringify(links)
  const urls = {
    ytUrl: 'https://youtube.com/@otto',
    twitterUrl: 'https://x.com/otto',
    instaUrl: 'https://instagram.com/otto',
    fbUrl: 'https://facebook.com/otto',
  }
  await db
    .updateTable('account')
    .set({ displayName: name, bio: 'b'.repeat(1000), socialLinks, ...urls })
    .where('uid', '=', otto)
    .execute()
  const money = { currency: 'usd' as const, amountMinor: 10_000_000_00, amountReceivedMinor: 0 }
  const goal = await buildGoal(db, otto, { ...money, title, description: 'd'.repeat(2000), position: -1 })
  goaluuid = goal.goalId

  const paid = { amountMinor: 50_000_00, currency: 'usd' as const }
  const words = {
    supporterName: name,
    message,
    supporterUid: await product.uidOf('ada_lind'),
    goalId: goaluuid,
  }
  await buildTip(db, otto, { ...paid, ...words, feeMinor: 2_500_00 })
}
