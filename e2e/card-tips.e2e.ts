/**
 * Tests tips by card and by bank debit on Stripe's page, up to the alert on the stream; also cancelled payments and held tips.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmWith, writeTip, switchOn } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone, stream } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

test('a card tip with the fee covered shows on the stream as the tip itself, and once', async () => {
  const goal = (await product.goalsOf('juniper_o'))[0]!
  const overlay = await product.openPage(`/streamalerts?userUID=${goal.creatorUid}`, { viewport: stream })
  await product.control('/stripe/control/webhooks', { mode: 'duplicate' })
  const juniper = await product.visit('juniper', { viewport: desktop })
  const own = `/streamalerts?userUID=${goal.creatorUid}`
  await juniper.open(own)
  // the overlay has stored its cursor, so the page can be left without missing an alert
  await juniper.page.waitForFunction(() => localStorage.length > 0)
  await juniper.open('/explore')

  const page = await product.openPage('/juniper_o')
  await writeTip(page, { amount: '7', name: 'Card Payer', goaluuid: goal.goalId })
  await switchOn(page, 'Cover the service fee')
  await page
    .getByText(
      /^You pay £7\.35, Juniper Okafor receives about £6\.49\s–\s£6\.69 after the fee of PayPal or Stripe$/,
    )
    .waitFor()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByText('£7.35').first().waitFor()
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Card number').fill('4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const alert = overlay.getByRole('status').filter({ hasText: 'Card Payer' }).innerText({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Complete authentication' }).click()

  await page.waitForURL(/\/dashboard\/payment-success\/cs_test_/)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await checkPageNow(page)
  expect(await alert).toMatch(new RegExp(`£7\\b[^.]*${goal.title}`))
  const receipt = await followReceipt(page, () => juniper.open(own))
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Juniper Okafor' }).click()
  const received = `£${(goal.amountReceivedMinor + 700) / 100}`
  await page
    .getByRole('progressbar', { name: new RegExp(received) })
    .first()
    .waitFor()
  await expect
    .poll(() => product.tipsBy('Card Payer'))
    .toEqual([expect.objectContaining({ amountMinor: 700, provider: 'stripe' })])
  await refund(juniper.page)
  await page.goto(receipt)
  await page.getByRole('heading', { name: 'Your tip was refunded' }).waitFor()
  await product.leakScan.check()
})

test('a bank debit shows as clearing, and the page shows when it has succeeded', async () => {
  const page = await product.openPage('/miravale')
  await writeTip(page, { amount: '11', name: 'Slow Bank' })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByRole('button', { name: 'Pay by bank debit' }).click()
  await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
  expect(await product.tipsBy('Slow Bank')).toEqual([])

  const { intents } = await product.control<{ intents: Record<string, { status: string }> }>(
    '/stripe/control/state',
  )
  const [intentId] = Object.entries(intents).find(([, { status }]) => status === 'processing')!
  await product.control('/stripe/control/act', { intentId, act: 'clear' })

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await product.tipsBy('Slow Bank')).toHaveLength(1)
})

test('a supporter who goes back on Stripe’s page pays nothing and can try again', async () => {
  const page = await product.openPage('/miravale')
  await writeTip(page, { amount: '5', name: 'Second Thoughts' })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor()
  await checkPageNow(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(/\/miravale\/current-goals$/)
  expect(await product.tipsBy('Second Thoughts')).toEqual([])
})

/** Refunds the tip on a phone; the statement lists the refund once although its webhook arrives twice. */
async function refund(page: Page): Promise<void> {
  await page.setViewportSize(phone)
  await page.goto(`${product.url}/dashboard/payment-setting2`)
  const statement = page.getByRole('region', { name: 'Statement' })
  await page.getByRole('region', { name: 'Years' }).getByText('Returned to supporters').waitFor()
  const buttons = statement.getByRole('button', { name: /^Refund the tip from/ })
  await buttons.first().waitFor()
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(1) // all boxes start at the same x, so the buttons are in one column
  await checkPageNow(page)
  await statement.getByRole('button', { name: 'Refund the tip from Card Payer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund tip', exact: true }).click()
  await confirmWith(page, product.account('mira').password)
  await statement.getByText('Refund · Card Payer').waitFor()
  expect(await statement.getByText('Refund · Card Payer').count()).toBe(1)
}

/**
 * Follows a tip on its receipt: the guest has the receipt sent by email, and the tip counts as shown on stream only once the
 * creator's own overlay has confirmed that. Returns the receipt's address.
 */
async function followReceipt(page: Page, openOwnOverlay: () => Promise<void>): Promise<string> {
  await page.getByRole('link', { name: 'Follow your tip' }).click()
  await page.getByRole('heading', { name: 'Sent to the stream' }).waitFor()
  expect(await page.getByRole('main').innerText()).toMatch(/£7\.35[^]*Juniper Okafor[^]*Card Payer/)
  await checkPageNow(page)
  const address = page.url()
  await page.getByLabel('Your email').fill('guest@receipts.example')
  await page.getByRole('button', { name: 'Send the receipt' }).click()
  await page.getByText('We’re sending the receipt to guest@receipts.example.').waitFor()
  await product.mailbox.waitForText('guest@receipts.example', address)

  await openOwnOverlay()
  await page.getByRole('heading', { name: 'Your tip was shown on stream' }).waitFor()
  await page.getByText(/overlay showed it at \d\d:\d\d:\d\d, for \d+ seconds\./).waitFor()
  await checkPageNow(page)
  return address
}

test('a large first tip is held until the creator shows it; a tip below the minimum is refused', async () => {
  const goal = (await product.goalsOf('miravale'))[0]!
  const overlay = await product.openPage(`/streamalerts?userUID=${goal.creatorUid}`, { viewport: stream })
  const { page: dashboard, open } = await product.visit('mira', { viewport: desktop })
  await open('/dashboard/payment-setting')
  await dashboard.getByLabel('Minimum tip').fill('3')
  await dashboard.getByRole('switch', { name: 'Review large first tips' }).click()
  await dashboard.getByLabel('Review from').fill('80')
  await dashboard.getByRole('button', { name: 'Save rules' }).click()
  await dashboard.getByText('Rules saved.').waitFor()
  // for some seconds visitors still get a page from before the change
  const readPage = async () => (await fetch(`${product.url}/miravale/current-goals`)).text()
  await expect.poll(readPage).toContain('from £3')

  const page = await product.openPage('/miravale')
  await writeTip(page, { amount: '2', name: 'Big Spender' })
  await page.getByText('from £3').waitFor()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByText('The minimum tip here is £3.').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('80')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await open('/dashboard')
  const feed = dashboard.getByRole('region', { name: 'Latest tips' })
  const held = feed.getByRole('listitem').filter({ hasText: 'Big Spender' })
  await held.getByText('haven’t been shown').waitFor()
  await checkPageNow(dashboard)
  expect(await alertsOf(goal.creatorUid, 'Big Spender')).toBe(0)
  const alert = overlay.getByRole('status').filter({ hasText: 'Big Spender' }).innerText({ timeout: 60_000 })
  await held.getByRole('button', { name: 'Show Big Spender’s £80 tip on stream' }).click()
  expect(await alert).toContain('£80')
  await held.getByRole('button', { name: 'Replay the alert for Big Spender’s £80 tip' }).waitFor()
  expect(await alertsOf(goal.creatorUid, 'Big Spender')).toBe(1)
})

async function alertsOf(creatorUid: string, name: string): Promise<number> {
  const alerts = await product.db
    .selectFrom('alert')
    .select('body')
    .where('creatorUid', '=', creatorUid)
    .execute()
  return alerts
    .map(({ body }) => JSON.stringify(body))
    .filter((body) => body.includes(name) && body.includes('"kind":"tip"')).length
}
