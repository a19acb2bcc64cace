/**
 * Takes the screenshots of `docs/gallery.md` and, if GALLERY_DIR is set, writes them there. Checks that each is small enough for
 * the repository.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countSkeletons } from './layout-shift.ts'
import { openSource } from './obs-source.ts'
import { confirmWith, payAtPaypal, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone, stream } from './visitors.ts'

const product = setUpProduct()

const maxBytes = 60 * 1024

test.each([
  ['landing', '/', 'Fill every goal to the brim.'],
  ['explore', '/explore', 'Mira Vale'],
])('%s, as a new visitor sees it', async (name, path, text) => {
  const { page, open } = await product.visit()
  await open(path)
  await page.getByText(text).first().waitFor()
  expect(await capture(page, name)).toBeLessThanOrEqual(maxBytes)
})

test('a tip, from the creator’s page on a phone to the stream', async () => {
  const uid = await product.uidOf('miravale')
  const overlay = await product.visit(undefined, { viewport: stream })
  await overlay.open(`/streamalerts?userUID=${uid}`)
  await overlay.page.waitForLoadState('networkidle')
  const { page, open } = await product.visit(undefined, { viewport: phone })
  await open('/miravale')
  await page.getByRole('progressbar').first().waitFor()
  expect(await capture(page, 'creator')).toBeLessThanOrEqual(maxBytes)

  await writeTip(page, { amount: '25', name: 'Grace Hopper', message: 'For the kiln! Save me a bowl.' })
  await page.locator('#tip').evaluate((box) => box.scrollIntoView({ block: 'start', behavior: 'instant' }))
  expect(await capture(page, 'tip-box')).toBeLessThanOrEqual(maxBytes)
  await payAtPaypal(page)

  await overlay.page.getByRole('status').getByText('Grace Hopper').waitFor()
  expect(await captureOverlay(overlay.page, 'alert')).toBeLessThanOrEqual(maxBytes)
  await page.getByText('Payment Successful!').waitFor()
  expect(await capture(page, 'payment')).toBeLessThanOrEqual(maxBytes)

  await overlay.page.setViewportSize({ width: 960, height: 200 })
  await overlay.open(`/overlay?userUID=${uid}&widget=goal`)
  await overlay.page.getByRole('progressbar').waitFor()
  expect(await captureOverlay(overlay.page, 'goal-widget')).toBeLessThanOrEqual(maxBytes)
})

test.each([
  ['dashboard', '/dashboard', 'A kiln for the clay season'],
  ['goals-overview', '/dashboard/goals-overview', 'A kiln for the clay season'],
  ['chatbot', '/dashboard/chatbot-setting', 'miravale'],
  ['statement', '/dashboard/payment-setting2', 'Grace'],
])('%s, as the creator sees it', async (name, path, text) => {
  const page = await product.openPage(path, { as: 'mira' })
  await page.getByText(text).first().waitFor()
  expect(await capture(page, name)).toBeLessThanOrEqual(maxBytes)
})

test('the alert box in OBS: its address, a test alert, and the row that says that it played', async () => {
  const page = await product.openPage('/dashboard/stream-setting', { as: 'mira' })
  const card = page.getByRole('region', { name: 'Stream alerts' })
  const address = card.getByLabel('Stream Alert URL')
  await expect.poll(() => address.inputValue()).toMatch(/#key=•+$/)
  expect(await capture(page, 'obs-address')).toBeLessThanOrEqual(maxBytes)
  await card.getByRole('button', { name: 'Reveal' }).click()
  await confirmWith(page, product.account('mira').password)
  await expect.poll(() => address.inputValue()).toMatch(/#key=[\w-]{43}$/)

  const source = await openSource(
    await product.browser.newContext({ viewport: stream }),
    await address.inputValue(),
  )
  await page.getByRole('button', { name: 'Test Alert' }).click()
  await source.page.getByRole('status').getByText('Thank you!').waitFor()
  expect(await captureOverlay(source.page, 'obs-alert')).toBeLessThanOrEqual(maxBytes)
  const status = page.getByRole('region', { name: 'Your alert box in OBS' })
  await status.getByText(/^Connected · last shown/).waitFor()
  await status.evaluate((box) => box.scrollIntoView({ block: 'start', behavior: 'instant' }))
  expect(await capture(page, 'obs-connected')).toBeLessThanOrEqual(maxBytes)
  await source.page.close()
})

/** Takes a screenshot of an overlay on a dark background, because overlays are transparent. */
async function captureOverlay(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    document.documentElement.style.background = 'linear-gradient(120deg, #2a1e52, #0a3a4a)'
  })
  await page.waitForTimeout(1200) // long enough for the alert's entrance animation to end
  return save(name, await page.screenshot())
}

/** Takes a screenshot once no skeleton is left on the page. */
async function capture(page: Page, name: string): Promise<number> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => countSkeletons(page)).toBe(0)
  return save(name, await page.screenshot())
}

/** Compresses a screenshot, writes it and returns its size in bytes. */
async function save(name: string, picture: Buffer): Promise<number> {
  const compressed = await sharp(picture).webp({ quality: 70, effort: 6 }).toBuffer()
  const folder = process.env.GALLERY_DIR
  if (folder) await writeFile(join(folder, `${name}.webp`), compressed)
  return compressed.length
}
