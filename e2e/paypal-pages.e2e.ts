/**
 * Tests PayPal where its window cannot open: the supporter goes to PayPal's page in the same window and comes back, having paid or not.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPaypal, payNow, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

/** As Instagram's app for iPhones calls itself. */
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 400.0.0.30.88 (iPhone17,1; iOS 19_5; en_GB; en; scale=3.00; 1206x2622; 700000000)'

const paypal = (page: Page) => page.getByRole('button', { name: 'PayPal', exact: true })

/** Returns the amount in the tip box. In a page that has just come from the server the kept one follows the suggested one. */
const amountOf = (page: Page) => page.getByLabel('Amount', { exact: true }).inputValue()

async function openWithoutWindows(path: string): Promise<Page> {
  const page = await product.openPage('/explore')
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(product.url + path)
  return page
}

/** Returns how many captures PayPal has of orders for `minor` units, whatever became of them. */
async function capturesOf(amount: string): Promise<number> {
  const { captures } = await product.control<{ captures: Record<string, { amount: { value: string } }> }>(
    '/paypal/control/state',
  )
  return Object.values(captures).filter(({ amount: { value } }) => value === amount).length
}

test('where windows are blocked, the supporter pays on PayPal’s page and comes back to the thanks', async () => {
  const goal = (await product.goalsOf('juniper_o'))[0]!
  const overlay = await product.openOverlay(`?userUID=${goal.creatorUid}`)
  const page = await openWithoutWindows('/juniper_o')
  await writeTip(page, { amount: '7', name: 'Blocked Window', goaluuid: goal.goalId })

  await paypal(page).click()
  await page.getByRole('button', { name: 'Pay now' }).click()

  await page.waitForURL(/\/dashboard\/payment-success\/paypal\?/)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await checkPageNow(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const twin = await page.context().newPage()
  await twin.goto(page.url())
  await twin.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await page.getByRole('link', { name: 'Follow your tip' }).click()
  await page.getByText('Blocked Window').first().waitFor()
  expect(await product.tipsBy('Blocked Window')).toHaveLength(1)
  expect(await capturesOf('7.00')).toBe(1)
  const shown = async () => (await overlay.texts()).filter((text) => text.includes('Blocked Window'))
  await expect.poll(shown).toHaveLength(1)
})

test('who cancels on PayPal’s page comes back, is not charged, and can pay in another way', async () => {
  const page = await openWithoutWindows('/miravale')
  const other = await page.context().newPage()
  await other.goto(`${product.url}/juniper_o`)
  await writeTip(other, { amount: '8', name: 'Other Tab' })
  await writeTip(page, { amount: '6', name: 'Second Thoughts' })

  await paypal(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('you haven’t been charged').waitFor()
  await checkPageNow(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(/\/miravale\/current-goals$/)
  await expect.poll(() => amountOf(page)).toBe('6')
  expect(await capturesOf('6.00')).toBe(0)

  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await product.tipsBy('Second Thoughts')).toMatchObject([{ provider: 'stripe' }])
  // its own tip, untouched by what the first tab did
  expect(await amountOf(other)).toBe('8')
  await payNow(await openPaypal(other))
  await other.getByText('Payment Successful!').waitFor()
  expect(await capturesOf('6.00')).toBe(0)
})

test('who goes back from PayPal’s page to pay there again is charged once', async () => {
  const page = await openWithoutWindows('/miravale')
  await writeTip(page, { amount: '13', name: 'Back And Forth' })
  await paypal(page).click()
  await page.getByRole('button', { name: 'Pay now' }).waitFor()
  const first = page.url()

  await page.goBack()
  await expect.poll(() => amountOf(page)).toBe('13')
  await paypal(page).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.goto(first)
  await page.getByRole('button', { name: 'Pay now' }).click()

  await page.getByText('This tip is already paid. You haven’t been charged again.').waitFor()
  expect(await product.tipsBy('Back And Forth')).toHaveLength(1)
  expect(await capturesOf('13.00')).toBe(1)
})

test('in an app’s own browser no window is tried, and a declined card can be followed by another', async () => {
  const { page, open } = await product.visit(undefined, { viewport: phone, userAgent: instagram })
  page.on('popup', () => expect.unreachable('a window opened'))
  await open('/miravale')
  await writeTip(page, { amount: '9', name: 'From The App' })

  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  expect(await product.tipsBy('From The App')).toHaveLength(1)
  expect(await product.leakScan.check()).toBeGreaterThan(10)
})
