/** Compares pictures of every widget at 1080p and 4K, in our look and in creators', with the longest names and amounts. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../contract/alerts/alert-style.ts'
import { publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { changeTimer } from '../domain/timer/manage-timers.ts'
import { setUpProduct } from './product-fixture.ts'
import { differenceOf, setGround } from './style-pictures.ts'
import { buildWidgetWorld, expectAllTips, openWidgets, pictures, widgetParts } from './widget-pages.ts'
import type { WidgetName, WidgetWorld } from './widget-pages.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })
let world: WidgetWorld

beforeAll(async () => void (world = await buildWidgetWorld(product)))

test('the longest names and titles arrive in every widget', async () => {
  const { uid, timerId } = world
  await world.tip('Wilhelmina von Hohenlohe-Waldenburg-Schillingen', 11)
  await world.tip('Jo', 10)
  const pages = await openWidgets(await product.browser.newContext({ viewport: pictures['1080p'] }), world)
  await expectAllTips(world, pages)

  const change = { kind: 'pause' } as const // so that the clock is the same in all pictures
  await changeTimer(product.db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
  const title = 'Ein Brennofen für die nächste große Töpfersaison am alten Kanalhafen, samt Regal'
  await product.db.updateTable('goal').set({ title }).where('creatorUid', '=', uid).execute()
  const { page, open } = await product.visit()
  await open(`/overlay?userUID=${uid}&widget=goal`)
  await expect.poll(() => page.locator('.bar-title').textContent()).toContain('Ein Brennofen')
})

const looks: [string, AlertLook | undefined][] = [
  ['our standard look', undefined],
  ['large dark words on paper', { ...lookOf('ticket'), size: 'large' }],
  ['small bright words', { ...lookOf('arcade'), size: 'small' }],
]

test.each(looks)(
  'in %s every widget is the same picture at 1080p and 4K, whole, over any ground',
  async (name, look) => {
    if (look) await publish(look)
    const context = await product.browser.newContext({ reducedMotion: 'reduce' })
    const pages = await openWidgets(context, world)
    for (const [widget, page] of pages) {
      await page.locator(widgetParts[widget]).waitFor()
      if (look) await page.locator(`:root[data-size=${look.size}]`).waitFor()
      await page.evaluate(() => document.fonts.ready)

      const [hd, uhd] = [await pictureAt(page, '1080p'), await pictureAt(page, '4K')]
      const difference = await differenceOf(await onGrey(hd), await onGrey(uhd))
      expect(difference).toBeLessThan(0.01) // letters are on whole pixels, which are larger at 1080p
      for (const picture of [hd, uhd])
        expect([widget, await edgesOf(picture)]).toEqual([widget, 'transparent'])
      expect(await contrastOf(page)).toBeGreaterThan(7) // of the words and their outline, so that every ground will do
      await keepPictures(page, widget, name)
    }
  },
)

let published = 0

async function publish(look: AlertLook): Promise<void> {
  const draft = { ...standardStyle(), look }
  await saveAlertDraft(product.db, world.uid, draft, published)
  published += 1
  await publishAlertStyle(product.db, world.uid, published)
}

async function pictureAt(page: Page, size: keyof typeof pictures): Promise<Buffer> {
  await page.setViewportSize(pictures[size])
  return page.screenshot({ omitBackground: true })
}

/** Returns a picture in the size of 1080p on a grey ground, because colours that are nearly transparent say little. */
function onGrey(picture: Buffer): Promise<Buffer> {
  return sharp(picture).flatten({ background: '#777' }).resize(pictures['1080p']).png().toBuffer()
}

/** Returns `transparent` if nothing is drawn at the edges of a picture: the widget is inside, and the ground is that of the stream. */
async function edgesOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
  const along = (length: number) => Array.from({ length }, (_, i) => i)
  const isClear =
    along(info.width).every((x) => alphaAt(x, 0) === 0 && alphaAt(x, info.height - 1) === 0) &&
    along(info.height).every((y) => alphaAt(0, y) === 0 && alphaAt(info.width - 1, y) === 0)
  return isClear ? 'transparent' : 'drawn'
}

/** Returns the contrast of the words and their outline (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
async function contrastOf(page: Page): Promise<number> {
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return [style.getPropertyValue('--text'), style.getPropertyValue('--ground')]
  })
  const [light, dark] = colors.map(luminanceOf).toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminanceOf(color: string): number {
  const hex = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Saves pictures over a bright and a dark ground for people to look at, if TRACES_DIR is set. */
async function keepPictures(page: Page, widget: WidgetName, look: string): Promise<void> {
  const folder = process.env.TRACES_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.setViewportSize(pictures['1080p'])
  for (const ground of ['bright', 'dark'] as const) {
    await setGround(page, ground)
    await page.screenshot({
      path: join(folder, `widget-${widget}-${look.replaceAll(' ', '-')}-${ground}.png`),
    })
  }
}
