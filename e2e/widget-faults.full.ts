/** Tests every widget in a browser: its place in the picture, tips, a lost connection, an hour out of sight, and the creator's style. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import { publishAlertStyle, saveAlertDraft } from '../contract/alerts/alert-style-calls.ts'
import { apiBase } from '../contract/calls.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import {
  publishAlertStyle as publishStyle,
  saveAlertDraft as saveStyle,
} from '../db/queries/alerts/alert-styles.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, phone } from './visitors.ts'
import {
  buildWidgetWorld,
  expectAllTips,
  measure,
  openWidgets,
  pictures,
  widgetNames,
} from './widget-pages.ts'
import type { WidgetWorld } from './widget-pages.ts'

const hourMs = 3_600_000
const product = setUpProduct({ viewport: pictures['1080p'] })
let world: WidgetWorld

beforeAll(async () => {
  world = await buildWidgetWorld(product)
  await world.tip('Grace', 3)
})

const newPages = async (prepare?: (page: Page) => Promise<void>) =>
  openWidgets(await product.browser.newContext({ viewport: pictures['1080p'] }), world, prepare)

test('every widget is inside the picture at 1080p and 4K, on a transparent ground, and follows a tip', async () => {
  const pages = await newPages()
  await expectAllTips(world, pages)

  await world.tip('Ada Lovelace', 7)

  await expectAllTips(world, pages)
  for (const [widget, page] of pages) {
    for (const picture of Object.values(pictures)) {
      await page.setViewportSize(picture)
      const { isInside, textHeight } = await measure(page, widget)
      expect([widget, picture.width, isInside]).toEqual([widget, picture.width, true])
      expect(textHeight).toBeGreaterThan(0.025)
    }
    await page.setViewportSize(pictures['1080p'])
    const { data, info } = await sharp(await page.screenshot({ omitBackground: true }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([widget, info.channels, data[3], data.at(-1)]).toEqual([widget, 4, 0, 0])
  }
})

test('after a lost connection every widget shows what it missed, and meanwhile what it showed', async () => {
  const pages = await newPages()
  await expectAllTips(world, pages)
  const texts = () => Promise.all([...pages.values()].map((page) => page.locator('body').innerText()))
  const before = await texts()

  await product.server.stop()
  await world.tip('Jo', 5)
  const during = await texts()
  expect(withoutTimer(during)).toEqual(withoutTimer(before)) // the timer's clock runs on
  await product.server.start()

  await expectAllTips(world, pages)
})

test('a widget that was hidden for an hour shows at once what is true now', async () => {
  const pages = await newPages((page) => page.clock.install())
  await expectAllTips(world, pages)

  for (const page of pages.values()) await setHidden(page, true)
  await pages.get('timer')!.clock.fastForward(hourMs) // for all pages of the context
  await world.tip('Lin', 4)
  for (const page of pages.values()) await setHidden(page, false)

  await expectAllTips(world, pages)
  await expect.poll(() => pages.get('timer')!.locator('.timer-float').count()).toBe(0) // also without frames
})

test('a published style reaches every open widget without a reload', async () => {
  const pages = await newPages()
  await expectAllTips(world, pages)
  for (const page of pages.values()) await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const { page: settings } = await product.visit(undefined, { account: world.account })
  const post = async (path: string, data: object) =>
    expect((await settings.request.post(product.url + apiBase + path, { data })).status()).toBe(200)

  const look = { ...lookOf('ticket'), size: 'large' as const }
  await post(saveAlertDraft.path, { draft: { ...standardStyle(), look }, draftVersion: 0 })
  await post(publishAlertStyle.path, { draftVersion: 1 })

  for (const page of pages.values()) {
    const read = () =>
      page.evaluate(() => {
        const { color, fontFamily } = getComputedStyle(document.querySelector('section:not(:empty) *')!)
        return { color, isFigtree: fontFamily.startsWith('"Figtree'), isSamePage: 'isSamePage' in window }
      })
    await expect.poll(read).toMatchObject({ color: 'rgb(27, 21, 48)', isSamePage: true })
    await expect.poll(() => page.locator(':root').getAttribute('data-size')).toBe('large')
  }
  await expectAllTips(world, await newPages()) // those that connect have it, too
})

/**
 * Opens a goal bar with a published style. What the server says about looks and panics is late by so many milliseconds, or never comes.
 * Returns a function that returns the colours that the words of the bar have had in any frame.
 */
async function openLate(lateMs: number | undefined) {
  const { uid } = await buildCreator(product.db)
  await buildGoal(product.db, uid)
  await saveStyle(product.db, uid, { ...standardStyle(), look: lookOf('ticket') }, 0)
  await publishStyle(product.db, uid, 1)
  const page = await product.browser.newPage({ viewport: pictures['1080p'] })
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const server = browser.connectToServer()
    server.onMessage((message) => {
      if (!/"(look|blank)"/.test(String(message))) return browser.send(message)
      if (lateMs !== undefined) setTimeout(() => browser.send(message), lateMs)
    })
  })
  await page.addInitScript(() => {
    const colors = new Set<string>()
    Object.assign(window, { readColors: () => [...colors] })
    const note = () => {
      const part = document.querySelector('.bar-text')
      if (part?.checkVisibility({ visibilityProperty: true })) colors.add(getComputedStyle(part).color)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.goto(`${product.url}/overlay?userUID=${uid}&widget=goal`)
  return () => page.evaluate(() => (window as unknown as { readColors(): string[] }).readColors())
}

test('a widget is first seen in the creator’s look, also when that arrives late', async () => {
  const colors = await openLate(300)
  await expect.poll(colors).not.toEqual([])
  expect(await colors()).toEqual(['rgb(27, 21, 48)'])
})

test('a widget whose look never arrives is seen in ours', async () => {
  const colors = await openLate(undefined)
  await expect.poll(colors).not.toEqual([])
  expect(await colors()).toEqual(['rgb(255, 255, 255)'])
})

test('settings choose a widget, preview it, hide the key, and start the stream’s total from zero', async () => {
  const total = (await newPages()).get('total')!
  const { page, open, takeErrors } = await product.visit(undefined, {
    account: world.account,
    viewport: phone,
  })
  await open('/dashboard/widgets')
  const card = page.getByRole('region', { name: 'Widgets' })
  const preview = page.frameLocator('iframe[title="Preview of the widget"]')
  await card.getByLabel('Widget', { exact: true }).focus()
  await preview.getByRole('progressbar').waitFor()

  await page.keyboard.press('End') // the last of the widgets
  await preview.getByText('This stream').waitFor()
  expect(await card.getByLabel('Widget URL').inputValue()).toMatch(/&widget=total#key=•+$/)
  await card.getByRole('button', { name: 'Start from zero' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start from zero' }).click()

  await expect.poll(() => total.locator('.total-sum').innerText()).toBe('£0')
  await preview.getByText('£0', { exact: true }).waitFor()
  await checkPageNow(page)
  await page.setViewportSize(desktop)
  await checkPageNow(page)
  expect(takeErrors()).toEqual([])
})

/** Returns the texts of the widgets whose pages `openWidgets` has opened, without that of the timer. */
function withoutTimer(texts: readonly string[]): string[] {
  return texts.filter((_, i) => widgetNames[i] !== 'timer')
}

/** Tells a page that it is hidden, or visible again, as a browser does. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}
