/** Takes the pictures of `docs/gallery.md`. With GALLERY_DIR set they are written there; each is small enough to be kept. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { desktop, phone, visit } from './visitors.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

const largest = 60 * 1024

test.each([
  ['landing', '/', 'Fill every goal to the brim.'],
  ['explore', '/explore', 'Mira Vale'],
])('%s, as a stranger sees it', async (name, path, text) => {
  const { page, open } = await visit(browser, product)
  await open(path)
  await page.getByText(text).first().waitFor()
  expect(await keep(page, name)).toBeLessThanOrEqual(largest)
})

test('a tip, from the creator’s page on a phone to the stream', async () => {
  const { uid } = await product.db
    .selectFrom('account')
    .select('uid')
    .where('userName', '=', 'miravale')
    .executeTakeFirstOrThrow()
  const stream = { viewport: { width: 1280, height: 720 } }
  const overlay = await visit(browser, product, undefined, stream)
  await overlay.open(`/streamalerts?userUID=${uid}`)
  await overlay.page.waitForLoadState('networkidle')
  const { page, open } = await visit(browser, product, undefined, { viewport: phone })
  await open('/miravale')
  await page.getByRole('progressbar').first().waitFor()
  expect(await keep(page, 'creator')).toBeLessThanOrEqual(largest)

  await page.getByLabel('Amount', { exact: true }).fill('25')
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Message', { exact: true }).fill('For the kiln! Save me a bowl.')
  await page.locator('#tip').evaluate((box) => box.scrollIntoView({ block: 'start', behavior: 'instant' }))
  expect(await keep(page, 'tip-box')).toBeLessThanOrEqual(largest)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'PayPal', exact: true }).click()
  await (await opened).getByRole('button', { name: 'Pay now' }).click()

  await overlay.page.getByRole('status').getByText('Grace Hopper').waitFor()
  expect(await keepOnStream(overlay.page, 'alert')).toBeLessThanOrEqual(largest)
  await page.getByText('Payment Successful!').waitFor()
  expect(await keep(page, 'payment')).toBeLessThanOrEqual(largest)

  await overlay.page.setViewportSize({ width: 960, height: 200 })
  await overlay.open(`/overlay?userUID=${uid}&widget=goal`)
  await overlay.page.getByRole('progressbar').waitFor()
  expect(await keepOnStream(overlay.page, 'goal-widget')).toBeLessThanOrEqual(largest)
})

test.each([
  ['dashboard', '/dashboard', 'A kiln for the clay season'],
  ['goals-overview', '/dashboard/goals-overview', 'A kiln for the clay season'],
  ['chatbot', '/dashboard/chatbot-setting', 'miravale'],
  ['statement', '/dashboard/payment-setting2', 'Grace Hopper'],
])('%s, as the creator sees it', async (name, path, text) => {
  const mira = product.accounts.find(({ email }) => email.startsWith('mira@'))!
  const { page, open } = await visit(browser, product, mira, { viewport: desktop })
  await open(path)
  await page.getByText(text).first().waitFor()
  expect(await keep(page, name)).toBeLessThanOrEqual(largest)
})

/** An overlay is transparent: something dark stands for the stream behind it. */
async function keepOnStream(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    document.documentElement.style.background = 'linear-gradient(120deg, #2a1e52, #0a3a4a)'
  })
  await page.waitForTimeout(1200) // it comes in with a swing
  return write(name, await page.screenshot())
}

/** The screen once nothing on it stands in for what is still to come. */
async function keep(page: Page, name: string): Promise<number> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('.animate-shimmer').count()).toBe(0)
  return write(name, await page.screenshot())
}

/** Keeps a picture as small as it can be, and says how many bytes that is. */
async function write(name: string, picture: Buffer): Promise<number> {
  const small = await sharp(picture).webp({ quality: 70, effort: 6 }).toBuffer()
  const folder = process.env.GALLERY_DIR
  if (folder) await writeFile(join(folder, `${name}.webp`), small)
  return small.length
}
