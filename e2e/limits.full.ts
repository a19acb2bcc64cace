/** Names, titles, words and amounts as long as they may be, without a place to break: no page grows wider than its screen. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { desktop, judge, phone, visit } from './visitors.ts'

const name = 'W'.repeat(50)
const title = 'M'.repeat(80)
const message = 'm'.repeat(500)
let browser: Browser
let product: Product
let goaluuid: string

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  await fillUp()
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

const narrow = { width: 320, height: 640 }

test.each([
  ['a narrow phone', narrow],
  ['a phone', phone],
  ['a desk', desktop],
])('on %s everything at its limit stays within the screen', async (_, viewport) => {
  const fan = await visit(browser, product, accountOf('ada'), { viewport })
  const creator = await visit(browser, product, accountOf('otto'), { viewport })
  const home = '/ottokestrel'
  const pages = [
    [fan, `${home}/current-goals`, title],
    [fan, `${home}/current-goals/${goaluuid}`, title],
    [fan, `${home}/fund-goal/${goaluuid}`, title],
    [fan, `${home}/tips/`, name],
    [fan, '/explore', name],
    [fan, '/dashboard', title],
    [creator, '/dashboard', message],
    [creator, '/dashboard/goals-overview', title],
    [creator, '/dashboard/notification', message],
    [creator, '/dashboard/payment-setting2', name],
    [creator, '/profile-setting', name],
    [creator, '/user/ottokestrel/total-earnings', title],
  ] as const
  for (const [visitor, path, words] of pages) {
    await visitor.open(path)
    const limit = visitor.page.getByText(words).first()
    await limit.waitFor()
    await judge(visitor.page)
    const { x, width } = (await limit.boundingBox())!
    expect([path, x >= 0 && x + width <= viewport.width]).toEqual([path, true]) // nor cut off
  }
  expect([...fan.complaints(), ...creator.complaints()]).toEqual([])
})

/** A creator, a goal and a tip with as much in each field as it takes. */
async function fillUp(): Promise<void> {
  const { db } = product
  const otto = await account('ottokestrel')
  const places = Array.from({ length: 10 }, (_, index) => `https://place${index}.example/otto`)
  const socialLinks = JSON.stringify(places)
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
  goaluuid = goal.goaluuid

  const paid = { amountMinor: 50_000_00, currency: 'usd' as const }
  const words = { supporterName: name, message, supporterUid: await account('ada_lind'), goaluuid }
  const { providerOrderId } = await buildOrder(db, otto, { ...paid, ...words, feeMinor: 2_500_00 })
  const capture = { provider: 'paypal' as const, providerOrderId: providerOrderId!, captureId: 'CAP-LIMIT' }
  await recordTip(db, {
    ...capture,
    payeeId: undefined,
    chargedMinor: paid.amountMinor,
    currency: paid.currency,
  })
}

async function account(userName: string): Promise<string> {
  const query = product.db.selectFrom('account').select('uid').where('userName', '=', userName)
  return (await query.executeTakeFirstOrThrow()).uid
}

function accountOf(person: string) {
  return product.accounts.find(({ email }) => email.startsWith(`${person}@`))!
}
