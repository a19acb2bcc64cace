/**
 * Tests that a tip is given where the browser blocks third-party cookies, as Safari and Firefox do and Chromium can. Its storage is
 * partitioned by site in any case (https://privacysandbox.google.com/cookies/storage-partitioning).
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'
import { waitForWallets } from './wallet-domain.ts'

// The providers' stand-ins are at 127.0.0.1, which is another site.
const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce', host: 'localhost' })

/** Blocks third-party cookies (https://chromedevtools.github.io/devtools-protocol/tot/Network/#method-setCookieControls). */
async function blockThirdPartyCookies(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const controls = {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: true,
    disableThirdPartyCookieHeuristics: true,
  }
  await cdp.send('Network.setCookieControls', controls)
}

/** Returns which cookies a frame of a provider has after it has set one. */
async function cookiesInFrame(page: Page): Promise<string> {
  const address = new URL('/paypal/control/state', product.sandbox.url).href
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, address)
  const find = () => page.frames().find((frame) => frame.url() === address)
  await expect.poll(find).toBeDefined()
  const cookies = await find()!.evaluate(() => {
    document.cookie = 'seen=1; SameSite=None; Secure'
    return document.cookie
  })
  await page.evaluate(() => document.querySelector('iframe:last-of-type')!.remove())
  return cookies
}

test('without third-party cookies a tip is paid by wallet, at PayPal and by card', async () => {
  await waitForWallets(product.url)
  await product.control('/stripe/control/wallets', { wallets: ['google_pay'] })
  const { page, open, takeErrors } = await product.visit()
  await open('/explore')
  const before = await cookiesInFrame(page)
  await blockThirdPartyCookies(page)
  expect([before, await cookiesInFrame(page)]).toEqual(['seen=1', ''])

  const ways = {
    wallet: async () => {
      await page.getByRole('button', { name: 'Google Pay' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click()
    },
    PayPal: () => payAtPaypal(page),
    card: async () => {
      await page.getByRole('button', { name: 'Pay by card' }).click()
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
    },
  }
  for (const [way, pay] of Object.entries(ways)) {
    await open('/miravale/tips')
    await writeTip(page, { amount: '7', name: `By ${way}`, message: 'No cookies' })
    await pay()
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await expect.poll(async () => (await product.tipsBy(`By ${way}`)).length).toBe(1)
  }
  expect(takeErrors()).toEqual([])
})
