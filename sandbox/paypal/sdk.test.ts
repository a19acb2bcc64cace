import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaypal, type TestPaypal } from './paypal.fixture.ts'
import { launchBrowser, startShop } from './shop.fixture.ts'

let browser: Browser
let paypal: TestPaypal
let shop: Awaited<ReturnType<typeof startShop>>
let seller: string

beforeAll(async () => {
  paypal = await startPaypal()
  shop = await startShop(paypal)
  browser = await launchBrowser()
  const merchant = await paypal.control('merchants', { email: 'ada@example.com' })
  seller = String(merchant.merchantId)
})

afterAll(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
  await paypal?.[Symbol.asyncDispose]()
})

async function openShop(settings: Record<string, string> = {}): Promise<Page> {
  const page = await browser.newPage()
  const query = {
    clientId: paypal.env.PAYPAL_CLIENT_ID!,
    scriptUrl: paypal.env.PAYPAL_JS_URL!,
    merchantId: seller,
    payee: seller,
    ...settings,
  }
  await page.goto(`${shop.url}?${new URLSearchParams(query)}`)
  return page
}

const button = (page: Page) => page.getByRole('button', { name: 'PayPal', exact: true })

async function clickPaypal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page).click()
  return opened
}

/** Waits until the page's log ends with this line. */
async function logUpTo(page: Page, last: string): Promise<string[]> {
  await page.locator('li:last-child', { hasText: last }).waitFor()
  return page.locator('li').allTextContents()
}

test('a supporter pays in the window that the button opens', async () => {
  const page = await openShop()

  const popup = await clickPaypal(page)
  await popup.getByText('£7.00').waitFor()
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Pay now' }).click()
  await closed

  const lines = ['click', 'order', 'started', 'complete: approved', 'approved by 13', 'COMPLETED']
  expect(await logUpTo(page, 'COMPLETED')).toEqual(lines)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('after a declined card another click pays', async () => {
  const page = await openShop()
  await (await clickPaypal(page)).getByRole('button', { name: 'declined' }).click()
  await logUpTo(page, 'INSTRUMENT_DECLINED')

  await (await clickPaypal(page)).getByRole('button', { name: 'Pay now' }).click()

  expect((await logUpTo(page, 'COMPLETED')).filter((line) => line === 'approved by 13')).toHaveLength(2)
})

test('a blocked window is a recoverable error, reported by `start` alone', async () => {
  const page = await openShop({ block: 'yes' })

  await button(page).click()

  await page.getByText('rejected: ERR_DEV_UNABLE_TO_OPEN_POPUP, recoverable').waitFor()
  expect((await page.locator('li').allTextContents()).filter((line) => line.startsWith('error'))).toEqual([])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('in the mode `redirect` PayPal’s page opens in place of the shop, or its address is returned', async () => {
  const page = await openShop({ mode: 'redirect' })
  const staying = await openShop({ mode: 'redirect', start: '{"autoRedirect":{"enabled":false}}' })

  await button(page).click()
  await page.getByText('£7.00').waitFor()
  await button(staying).click()

  expect(await logUpTo(staying, 'started')).toEqual(['click', 'order', 'started'])
  expect(new URL(page.url()).pathname).toBe('/paypal/checkoutnow')
})

test('cancelling, closing the window and closing the overlay each cancel once', async () => {
  const page = await openShop()
  const cancelled = page.locator('li', { hasText: /^cancelled$/ })

  await (await clickPaypal(page)).getByRole('button', { name: 'Cancel' }).click()
  expect(await logUpTo(page, 'cancelled')).toEqual([
    'click',
    'order',
    'started',
    'complete: canceled',
    'cancelled',
  ])

  const second = await clickPaypal(page)
  await second.getByRole('button', { name: 'Pay now' }).waitFor()
  await second.close()
  await expect.poll(() => cancelled.count()).toBe(2)

  const third = await clickPaypal(page)
  await third.getByRole('button', { name: 'Pay now' }).waitFor()
  const closed = third.waitForEvent('close')
  await page.getByRole('button', { name: 'Close PayPal Checkout' }).click()
  await closed
  await expect.poll(() => cancelled.count()).toBe(3)
})

test('reports an order for another seller than the instance’s', async () => {
  const other = await paypal.control('merchants', { email: 'bob@example.com' })
  const page = await openShop({ payee: String(other.merchantId) })

  await clickPaypal(page)

  expect((await logUpTo(page, 'error')).at(-1)).toContain(
    'Payee(s) passed in transaction does not match expected merchant id',
  )
})

test('reports an order that cannot be created, by `onError` and `start`, and the button works again', async () => {
  const page = await openShop({ payee: 'ABCDEFGHJKLMN' })

  const popup = await clickPaypal(page)
  if (!popup.isClosed()) await popup.waitForEvent('close')

  const failure = ['complete: error', 'error: Error creating PayPal order.', 'rejected: undefined']
  expect(await logUpTo(page, 'rejected')).toEqual(['click', ...failure])
  await clickPaypal(page)
})

test('uses the namespace that the page sets', async () => {
  const page = await openShop({ namespace: 'paypalForTips' })

  await button(page).waitFor()

  const names = await page.evaluate('[typeof window.paypalForTips, typeof window.paypal]')
  expect(names).toEqual(['object', 'undefined'])
})

test.each([
  ['an unknown client id', { clientId: 'someone' }, 'clientId not recognized'],
  ['a seller’s id of another form', { merchantId: 'ada@example.com' }, 'Invalid merchantId'],
  ['an option of v5', { instance: '{"intent":"capture"}' }, 'unknown option intent'],
  ['a token beside the client id', { instance: '{"clientToken":"t"}' }, 'unknown option clientToken'],
  ['another component', { instance: '{"components":["venmo-payments"]}' }, 'no component venmo-payments'],
  ['no component', { instance: '{"components":[]}' }, 'components are missing'],
  ['an unknown kind of page', { instance: '{"pageType":"tips"}' }, 'unknown pageType tips'],
  ['an unknown option of the session', { session: '{"onClick":1}' }, 'unknown option onClick'],
])('opens no button with %s', async (_, settings, message) => {
  const page = await openShop(settings)

  expect(await logUpTo(page, 'no instance')).toEqual([expect.stringContaining(message)])
  expect(await button(page).count()).toBe(0)
})

test.each([
  ['an unknown mode', { mode: 'iframe' }],
  ['a mode that the sandbox does not have', { mode: 'auto' }],
  ['an unknown option', { start: '{"loading":true}' }],
])('does not start with %s', async (_, settings) => {
  const page = await openShop(settings)

  await button(page).click()

  await page.getByText('rejected: ERR_INVALID_OPTIONS').waitFor()
  expect(page.context().pages()).toHaveLength(1)
})

test('takes no payments in a currency that PayPal does not have', async () => {
  const page = await openShop({ currencyCode: 'ISK' })

  expect(await logUpTo(page, 'not eligible')).toEqual(['not eligible'])
})

test('the script takes no settings in its address, as v5 did', async () => {
  const page = await openShop({ scriptUrl: `${paypal.env.PAYPAL_JS_URL!}?client-id=x` })

  await expect.poll(() => page.getByText('The script did not load').count()).toBe(1)
})
