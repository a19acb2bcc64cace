/** Tests pictures that creators upload for their alerts: each alert plays an animation from its start, and one that is gone leaves no hole. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { standardStyle } from '../contract/alerts/alert-looks.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream })
const path = `/media/${'ab'.repeat(16)}-512.webp`
const [red, blue] = [
  { r: 255, g: 0, b: 0 },
  { r: 0, g: 0, b: 255 },
]

/** Returns an animation that is red for five of an alert's six seconds, then blue, and plays once. */
async function makeAnimation(): Promise<Buffer> {
  const frames = [red, blue].map((background) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ lossless: true, loop: 1, delay: [5_000, 5_000] })
    .toBuffer()
}

/** Opens the alert page of a creator whose style has the picture, which `respond` answers. */
async function openWithPicture(response: { status: number; body?: Buffer }) {
  const { uid } = await buildCreator(product.db)
  const { look } = standardStyle()
  await saveAlertDraft(product.db, uid, { ...standardStyle(), look: { ...look, picture: path } }, 0)
  await publishAlertStyle(product.db, uid, 1)
  const context = await product.browser.newContext({ viewport: stream })
  let requests = 0
  await context.route(`**${path}`, (route) => {
    requests += 1
    return route.fulfill({ contentType: 'image/webp', ...response })
  })
  const source = await openSource(context, `${product.url}/streamalerts?userUID=${uid}`)
  return {
    ...source,
    requests: () => requests,
    tip: () => buildTip(product.db, uid, { amountMinor: 25_00, supporterName: 'Lin' }),
  }
}

/** Returns the colour of the picture on screen; undefined while it is neither red nor blue. */
async function colorOf(page: Page): Promise<'red' | 'blue' | undefined> {
  const { x, y, width, height } = (await page.locator('.picture img').boundingBox())!
  const clip = { x: x + width / 8, y: y + height / 8, width: 4, height: 4 } // beside the figure
  const [r, , b] = (await sharp(await page.screenshot({ clip })).stats()).channels
  const difference = r!.mean - b!.mean
  if (Math.abs(difference) < 30) return undefined
  return difference > 0 ? 'red' : 'blue'
}

test('an animation that plays once begins anew with each alert, and is loaded once', async () => {
  const { page, tip, requests } = await openWithPicture({ status: 200, body: await makeAnimation() })

  for (const alert of [1, 2, 3]) {
    await tip()
    await page.waitForSelector(`.alert[data-seq="${alert}"] .picture img`, { state: 'attached' })
    await expect.poll(() => colorOf(page), { interval: 10 }).toBe('red')
    await page.waitForSelector('.alert', { state: 'detached' })
  }
  expect(requests()).toBe(1)
})

test.each([
  ['is gone', { status: 404 }],
  ['cannot be decoded', { status: 200, body: Buffer.from('RIFF') }],
])('if the picture %s the alert has the drawing of its theme', async (_, response) => {
  const { page, tip } = await openWithPicture(response)

  await tip()

  await page.waitForSelector('.alert .picture svg', { state: 'attached' })
  expect(await page.locator('.picture img').count()).toBe(0)
})
