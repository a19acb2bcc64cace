/**
 * Tests that a tip is given where browsers take something away: the browsers of apps, which open no window
 * (https://github.com/paypal/paypal-checkout-components/issues/217), blocked cookies and storage, which throw where they are read
 * (https://github.com/videojs/video.js/issues/351), and blockers of the providers' scripts
 * (https://github.com/liberapay/liberapay.com/issues/1640, https://github.com/paypal/paypal-js/issues/561).
 */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logIn, payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone } from './visitors.ts'
import { waitForWallets } from './wallet-domain.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
/** How the browsers of apps call themselves. */
const apps = {
  Instagram: `${android} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.30.88 Android`,
  TikTok: `${iphone} Mobile/22F76 musical_ly_40.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`,
  Facebook: `${iphone} Mobile/22F76 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453;FBDV/iPhone17,1;FBLC/en_GB]`,
  Twitch: `${android} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
} as const

/** Makes storage and cookies behave as where a visitor has blocked them. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
}

/** Lets no script of another site through, and no frame, as blockers do. */
async function blockScripts(context: BrowserContext): Promise<void> {
  await context.route('**/*', (route) => {
    const request = route.request()
    const isOther = !request.url().startsWith(product.url)
    const isFrame = () => request.frame().parentFrame() !== null
    const type = request.resourceType()
    const isPart = type === 'script' || (type === 'document' && isFrame())
    return isOther && isPart ? route.abort('blockedbyclient') : route.continue()
  })
}

/** What may be in the console: a storage that cannot be written, and a script that a blocker has stopped. */
const expected = /Access is denied|SecurityError|ERR_BLOCKED_BY_CLIENT|could not be loaded|Failed to load|404/

async function payOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
}

async function payByCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
}

test.each(Object.entries(apps))(
  'in the browser of %s, with blocked storage and scripts, a tip is paid at PayPal and by card',
  async (app, userAgent) => {
    const { page, open, takeErrors } = await product.visit(undefined, { userAgent })
    await page.addInitScript(blockStorage)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await blockScripts(page.context())
    for (const [way, pay] of [
      ['PayPal', payOnPage],
      ['card', payByCard],
    ] as const) {
      const name = `${app} ${way}`
      await open('/miravale/tips')
      await writeTip(page, { amount: '7', name, message: 'From an app' })
      await checkPageNow(page)
      await pay(page)
      await expect.poll(async () => (await product.tipsBy(name)).length).toBe(1)
    }
    expect(takeErrors().filter((text) => !expected.test(text))).toEqual([])
  },
)

test('with blocked storage a tip is paid in PayPal’s window', async () => {
  const { page, open } = await product.visit()
  await page.addInitScript(blockStorage)
  await open('/miravale/tips')
  await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError')
  await writeTip(page, { amount: '8', name: 'No Storage' })

  await payAtPaypal(page)

  await page.getByText('Payment Successful!').waitFor()
  await expect.poll(async () => (await product.tipsBy('No Storage')).length).toBe(1)
})

test('with blocked scripts of the providers, a sentence stands where wallets would be, and both buttons work', async () => {
  await waitForWallets(product.url)
  const page = await product.openPage('/explore')
  await blockScripts(page.context())
  await page.goto(`${product.url}/miravale/tips`)
  await writeTip(page, { amount: '9', name: 'Blocker' })

  await page.getByText('Apple Pay and Google Pay aren’t available on this device.').waitFor()
  await page.getByRole('button', { name: 'Pay with PayPal' }).waitFor()
  await page.getByRole('button', { name: 'Pay by card' }).waitFor()
  await checkPageNow(page)
  await payOnPage(page)
  await expect.poll(async () => (await product.tipsBy('Blocker')).length).toBe(1)
})

test('with blocked storage a creator logs in, and every page of theirs is shown', async () => {
  const { page, open, takeErrors } = await product.visit()
  await page.addInitScript(blockStorage)
  await open('/account')
  await logIn(page, product.account('mira'))
  await page.waitForURL(/\/miravale\/current-goals$/)

  for (const path of [
    '/dashboard',
    '/control-panel',
    '/dashboard/stream-setting',
    '/dashboard/alert-style',
    '/dashboard/widgets',
    '/dashboard/import-setting',
  ]) {
    await open(path)
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  }
  expect(takeErrors().filter((text) => !expected.test(text))).toEqual([])
})
