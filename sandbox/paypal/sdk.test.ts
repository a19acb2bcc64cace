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
    sdkBaseUrl: paypal.env.PAYPAL_JS_URL!,
    merchantId: seller,
    payee: seller,
    ...settings,
  }
  await page.goto(`${shop.url}?${new URLSearchParams(query)}`)
  return page
}

async function clickPaypal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'PayPal', exact: true }).click()
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

  expect(await logUpTo(page, 'COMPLETED')).toEqual(['click', 'order', 'approved by 13', 'COMPLETED'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('after a declined card the supporter chooses another in a new window', async () => {
  const page = await openShop()
  const popup = await clickPaypal(page)
  const reopened = page.waitForEvent('popup')

  await popup.getByRole('button', { name: 'declined' }).click()
  await (await reopened).getByRole('button', { name: 'Pay now' }).click()

  expect((await logUpTo(page, 'COMPLETED')).slice(2)).toEqual([
    'approved by 13',
    'INSTRUMENT_DECLINED',
    'approved by 13',
    'COMPLETED',
  ])
})

test('the overlay’s button opens the window when the browser blocked it', async () => {
  const page = await openShop({ block: 'second' })
  const popup = await clickPaypal(page)
  await popup.getByRole('button', { name: 'declined' }).click()
  await logUpTo(page, 'INSTRUMENT_DECLINED')

  const reopened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Click to Continue' }).click()
  await (await reopened).getByRole('button', { name: 'Pay now' }).click()

  expect((await logUpTo(page, 'COMPLETED')).at(-2)).toBe('approved by 13')
})

test('cancelling, closing the window and closing the overlay each cancel once', async () => {
  const page = await openShop()

  await (await clickPaypal(page)).getByRole('button', { name: 'Cancel' }).click()
  expect(await logUpTo(page, 'cancelled')).toEqual(['click', 'order', 'cancelled'])

  const second = await clickPaypal(page)
  await second.getByRole('button', { name: 'Pay now' }).waitFor()
  await second.close()
  await expect.poll(() => page.locator('li').allTextContents()).toHaveLength(6)

  const third = await clickPaypal(page)
  await third.getByRole('button', { name: 'Pay now' }).waitFor()
  const closed = third.waitForEvent('close')
  await page.getByRole('button', { name: 'Close PayPal Checkout' }).click()
  await closed
  expect((await logUpTo(page, 'cancelled')).filter((line) => line === 'cancelled')).toHaveLength(3)
})

test('reports an order whose seller or currency differs from the script’s', async () => {
  const other = await paypal.control('merchants', { email: 'bob@example.com' })
  const wrongSeller = await openShop({ payee: String(other.merchantId) })
  const wrongCurrency = await openShop({ currency: 'EUR' })

  await clickPaypal(wrongSeller)
  await clickPaypal(wrongCurrency)

  const [, , payee] = await logUpTo(wrongSeller, 'error')
  const [, , currency] = await logUpTo(wrongCurrency, 'error')
  expect(payee).toContain('Payee(s) passed in transaction does not match expected merchant id')
  expect(currency).toContain('Expected currency from order api call to be EUR, got GBP')
})

test('reports an order that cannot be created, and the button works again', async () => {
  const page = await openShop({ payee: 'ABCDEFGHJKLMN' })

  const popup = await clickPaypal(page)
  if (!popup.isClosed()) await popup.waitForEvent('close')

  expect(await logUpTo(page, 'error')).toEqual(['click', 'error: Error creating PayPal order.'])
  await clickPaypal(page)
})

test('creates no order when the shop rejects the click, and opens no window when disabled', async () => {
  const rejecting = await openShop({ click: 'reject' })
  const disabled = await openShop({ disabled: 'yes' })

  const popup = await clickPaypal(rejecting)
  if (!popup.isClosed()) await popup.waitForEvent('close')
  const button = disabled.getByRole('button', { name: 'PayPal', exact: true })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await button.click({ force: true })

  expect(await rejecting.locator('li').allTextContents()).toEqual(['click'])
  expect(await logUpTo(disabled, 'click')).toEqual(['click'])
  expect(disabled.context().pages()).toHaveLength(1)
})

test('uses the namespace that the page sets', async () => {
  const page = await openShop({ namespace: 'paypalForTips' })

  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor()

  const names = await page.evaluate('[typeof window.paypalForTips, typeof window.paypal]')
  expect(names).toEqual(['object', 'undefined'])
})

test('does not load with an unknown client id', async () => {
  const page = await openShop({ clientId: 'someone' })

  await expect.poll(() => page.getByText('The script did not load').count()).toBe(1)
})
