/** Tests that emoji on the stream are ours, in pieces that the page loads for the emoji of a text and for nothing else. */
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { endAlert, openSource, untilEnded } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream, reducedMotion: 'reduce' })
const pieces = /\/assets\/emoji-\d+-[\w-]+\.woff2$/

/** Collects the addresses of the pieces for which pages ask. */
function notePieces(context: BrowserContext): string[] {
  const requested: string[] = []
  context.on('request', (request) => void (pieces.test(request.url()) && requested.push(request.url())))
  return requested
}

/** Runs in the page before its own scripts: an alert waits for its files for as long as a busy computer needs, and not for 3 seconds. */
function waitForFiles(): void {
  const start = window.setTimeout.bind(window)
  window.setTimeout = ((handler: () => void, ms = 0) =>
    start(handler, ms === 3_000 ? 60_000 : ms)) as typeof setTimeout
}

async function openAlerts({ waits = true } = {}) {
  const { uid } = await buildCreator(product.db)
  const context = await product.browser.newContext({ viewport: stream, reducedMotion: 'reduce' })
  if (waits) await context.addInitScript(waitForFiles)
  const requested = notePieces(context)
  return {
    context,
    requested,
    open: () => openSource(context, `${product.url}/streamalerts?userUID=${uid}`, { displayMs: untilEnded }),
    tip: (message: string, supporterName = 'Lin') =>
      buildTip(product.db, uid, { amountMinor: 5_00, supporterName, message }),
  }
}

/** Waits for an alert with a message. Playwright's own waiting for elements needs a later Chromium than OBS has. */
async function waitForMessage(page: Page, message: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.querySelector('.alert .message')?.textContent?.includes(text),
    message,
    { polling: 50 },
  )
}

async function waitForRow(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('.board-row')].some((row) => row.textContent?.includes(text)),
    name,
    { polling: 50 },
  )
}

/** Returns whether the page draws emoji in our font. */
function isOurs(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.classList.contains('emoji'))
}

/** Returns how wide each of these parts of the message is, in pixels. */
function widthsOf(page: Page, parts: string[]): Promise<number[]> {
  return page.evaluate((texts) => {
    const node = document.querySelector('.message bdi')!.firstChild!
    return texts.map((text) => {
      const range = document.createRange()
      const start = node.textContent!.indexOf(text)
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      return range.getBoundingClientRect().width
    })
  }, parts)
}

/** Returns whether the message has anything yellow, as a smiling face is. The words of the theme are white. */
async function hasYellow(page: Page): Promise<boolean> {
  const { x, y, width, height } = await page.evaluate(
    () => document.querySelector('.message')!.getBoundingClientRect().toJSON() as DOMRect,
  )
  const picture = await page.screenshot({ clip: { x, y, width, height } })
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let yellow = 0
  for (let i = 0; i < data.length; i += info.channels)
    if (data[i]! > 220 && data[i + 1]! > 160 && data[i + 2]! < 90) yellow += 1
  return yellow > 50
}

test('an alert without emoji loads no piece, and one with emoji the pieces that it needs, from our own address', async () => {
  const { open, tip, requested } = await openAlerts()
  const { page, errors } = await open()
  await tip('Five cups, 10 % off, and „é“: thanks #1 © you')
  await waitForMessage(page, 'Five cups')
  expect(requested).toEqual([])

  const withEmoji = await openAlerts()
  const { page: other } = await withEmoji.open()
  await withEmoji.tip('That was lovely 😀 ☀️')
  await waitForMessage(other, 'lovely 😀')

  expect(withEmoji.requested).toHaveLength(2)
  expect(new URL(withEmoji.requested[0]!).origin).toBe(new URL(product.url).origin)
  expect(await hasYellow(other)).toBe(true)
  expect(errors()).toEqual([])
})

test('joined emoji are one picture each', async () => {
  const { open, tip } = await openAlerts()
  const { page } = await open()
  const joined = ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', '❤️', '1️⃣', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🧑🏽‍🚀', '❤️‍🔥', '🧔🏻‍♂️', '👩‍❤️‍💋‍👨']

  await tip(`a😀b ${joined.join(' ')}`)
  await waitForMessage(page, '😀')

  const [face, ...widths] = await widthsOf(page, ['😀', ...joined])
  const [perLetter] = await widthsOf(page, ['a'])
  expect(face).toBeGreaterThan(perLetter!)
  const wide = joined.filter((_, i) => Math.abs(widths[i]! - face!) > 0.5)
  expect(wide).toEqual([])
  expect(await hasYellow(page)).toBe(true)
})

test('an alert whose emoji do not come is shown in time with those of the device, and a later one in ours', async () => {
  const { context, open, tip } = await openAlerts({ waits: false })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await context.route(pieces, async (route) => {
    await isReleased
    await route.continue()
  })
  const { page } = await open()

  await tip('held 😀')
  await waitForMessage(page, 'held')
  expect(await isOurs(page)).toBe(false)
  const [before] = await widthsOf(page, ['held 😀'])

  release()
  await page.waitForFunction(() => document.fonts.status === 'loaded', undefined, { polling: 50 })
  expect(await widthsOf(page, ['held 😀'])).toEqual([before]) // nothing moves while somebody reads
  await endAlert(page)

  await tip('free 😀')
  await waitForMessage(page, 'free')
  expect(await isOurs(page)).toBe(true)
  expect(await hasYellow(page)).toBe(true)
})

test('a widget loads pieces once a name or a title has emoji', async () => {
  const { uid } = await buildCreator(product.db)
  await buildGoal(product.db, uid, { title: 'A kiln' })
  const context = await product.browser.newContext({ viewport: stream })
  const requested = notePieces(context)
  const page = await context.newPage()
  await page.goto(`${product.url}/overlay?userUID=${uid}&widget=top`)
  await buildTip(product.db, uid, { amountMinor: 5_00, supporterName: 'Mira' })
  await waitForRow(page, 'Mira')
  expect(requested).toEqual([])

  await buildTip(product.db, uid, { amountMinor: 6_00, supporterName: 'Lin 🏺' })

  await waitForRow(page, 'Lin 🏺')
  await expect.poll(() => requested.length).toBe(1)
})
