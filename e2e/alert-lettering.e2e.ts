/** Tests the sizes, outlines and motions of an alert's texts, as a browser draws them. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { alertTheme } from '../contract/alerts/alert-style.ts'
import type { AlertLook } from '../contract/alerts/alert-style.ts'
import { maxOutlineWidth, textMotion } from '../contract/alerts/lettering.ts'
import type { TextSetting } from '../contract/alerts/lettering.ts'
import { openPreview, showInPage } from './alert-preview-page.ts'
import { longestAlerts, toPreview } from './longest-alerts.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct()
const { alert } = longestAlerts('en')['a long name']!
const ada = { ...alert, name: 'Ada', message: 'Hello there, this is for the kiln!' }
const mixed = { ...alert, name: 'نورة و Ada', message: 'שלום hello עולם, שלום!' }

const all = (setting: TextSetting): Partial<AlertLook> => ({
  lettering: { headline: setting, line: setting, message: setting },
})

/** Returns the boxes of the rows of words of the alert on screen, from its pieces or from its text. */
function readWords(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.headline, .line, .message')].map((text) => ({
      height: text.offsetHeight,
      size: parseFloat(getComputedStyle(text).fontSize),
      shadow: getComputedStyle(text).textShadow,
      box: text.getBoundingClientRect().toJSON() as DOMRect,
      pieces: [...text.querySelectorAll('.piece')].map(
        (piece) => piece.getBoundingClientRect().toJSON() as DOMRect,
      ),
    })),
  )
}

test.each(alertTheme.options)(
  'in the theme %s the pieces of texts are where the texts were',
  async (theme) => {
    const page = await openPreview(product, { viewport: stream, reducedMotion: 'no-preference' })
    await showInPage(page, toPreview(theme, 'medium', { alert: ada }))
    const whole = await readWords(page)

    for (const motion of textMotion.options) {
      await showInPage(page, toPreview(theme, 'medium', { alert: ada, look: all({ motion }) }))
      const texts = await readWords(page)
      expect(texts.map(({ height }) => height)).toEqual(whole.map(({ height }) => height))
      for (const { box, pieces } of texts) {
        if (motion === 'none') expect(pieces).toEqual([])
        for (const piece of pieces) {
          expect(piece.left).toBeGreaterThanOrEqual(box.left - 2)
          expect(piece.right).toBeLessThanOrEqual(box.right + 2)
          expect(piece.bottom).toBeLessThanOrEqual(box.bottom + 4)
        }
      }
      expect(texts.some(({ pieces }) => pieces.length > 0)).toBe(motion !== 'none')
    }
    await page.context().close()
  },
)

test('once its texts have come, nothing of them moves, and without motion they are there at once', async () => {
  const running = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).target?.closest('.pieces'))
        .map((each) => (each as CSSAnimation).animationName),
    )
  const page = await openPreview(product, { viewport: stream, reducedMotion: 'no-preference' })
  const look = all({ motion: 'letters-wave' })
  await showInPage(page, { ...toPreview('neon', 'medium', { alert: ada, look }), isPlaying: true })
  expect(new Set(await running(page))).toEqual(new Set(['piece-wave']))
  await expect.poll(() => running(page)).toEqual([])

  const calm = await openPreview(product, { viewport: stream, reducedMotion: 'reduce' })
  await showInPage(calm, { ...toPreview('neon', 'medium', { alert: ada, look }), isPlaying: true })
  expect(await running(calm)).toEqual([])
  for (const each of [page, calm]) await each.context().close()
})

test('words that run from right to left stay in order, and screen readers get whole texts', async () => {
  const page = await openPreview(product, { viewport: stream, reducedMotion: 'no-preference' })
  const picture = async (look: Partial<AlertLook>) => {
    await showInPage(page, toPreview('bloom', 'medium', { alert: mixed, look }))
    return {
      image: (await page.locator('.message').screenshot()).toString('base64'),
      read: await page.locator('#alert').ariaSnapshot(),
    }
  }
  const whole = await picture({})
  const divided = await picture(all({ motion: 'letters-drop' }))

  expect(divided.image).toBe(whole.image)
  expect(divided.read).toBe(whole.read)
  expect(divided.read).toContain(mixed.name)
  await page.context().close()
})

test.each(alertTheme.options)(
  'in the theme %s a text has the size and the outline of its look',
  async (theme) => {
    const page = await openPreview(product, { viewport: stream, reducedMotion: 'reduce' })
    const read = async (setting: TextSetting) => {
      await showInPage(page, toPreview(theme, 'medium', { alert: ada, look: all(setting) }))
      return readWords(page)
    }
    const before = await read({})
    const outline = { width: maxOutlineWidth, color: '#00ff00' }
    const after = await read({ size: 130, outline })
    const bare = await read({ outline: { ...outline, width: 0 } })

    for (const [i, { size, shadow }] of after.entries()) {
      expect(size / before[i]!.size).toBeCloseTo(1.3, 1)
      expect(shadow).toContain('rgb(0, 255, 0)')
    }
    for (const { shadow } of bare) expect(shadow).not.toMatch(/rgb\(0, 255, 0\) [1-9-]/)
    await page.context().close()
  },
)

test('the outline of a letter does not cover the letter before', async () => {
  const page = await openPreview(product, { viewport: stream, reducedMotion: 'reduce' })
  const outline = { width: maxOutlineWidth, color: '#000000' }
  const countWhite = async (setting: TextSetting) => {
    const look = {
      ...all({ outline, ...setting }),
      colors: { text: '#ffffff', accent: '#ffffff', fill: '#ff0000', ground: '#000000' },
    }
    await showInPage(page, toPreview('neon', 'large', { alert: ada, look }))
    const { data } = await sharp(await page.locator('.headline').screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.filter((value) => value > 200).length
  }

  const whole = await countWhite({ motion: 'none' })
  expect(await countWhite({ motion: 'letters-wave' })).toBeGreaterThan(0.97 * whole)
  await page.context().close()
})
