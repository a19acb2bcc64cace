/**
 * Tests the overlay pages in the versions of Chromium that OBS contains: every style is supported, and an alert has the same
 * layout as in a current Chromium.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookOf, standardStyle } from '../contract/alerts/alert-looks.ts'
import { alertTheme } from '../contract/alerts/alert-style.ts'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { findAlertStyle, publishAlertStyle, saveAlertDraft } from '../db/queries/alerts/alert-styles.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { hasObsChromium } from '../scripts/obs-chromium.ts'
import { launchChromium } from './browser.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { noteErrors, stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream })
const versions = hasObsChromium ? ([103, 127] as const) : []
const browsers: Browser[] = []
let query: string
let uid: string

beforeAll(async () => {
  uid = (await buildCreator(product.db)).uid
  query = `userUID=${uid}`
  for (const version of versions) browsers.push(await launchChromium(version))
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
})

/**
 * Runs in the page. Returns the style declarations that the browser does not support, and the number of rules that it has parsed.
 */
async function readStyles() {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const texts = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()))
  const themes = [...document.querySelectorAll('style')].map(({ textContent }) => textContent)
  const declarations = [...texts, ...themes]
    .join('')
    .replace(/@font-face\s*\{[^}]*\}/g, '')
    .matchAll(/[{;]\s*([\w-]+)\s*:([^;{}]+)(?=[;}])/g)
  const unknown = [...declarations]
    .map(([, name = '', value = '']) => [name, value.replace('!important', '')] as const)
    .filter(([name, value]) => !name.startsWith('--') && !CSS.supports(name, value))
  const count = (rules: CSSRuleList): number =>
    [...rules].reduce(
      (sum, rule) => sum + 1 + ('cssRules' in rule ? count(rule.cssRules as CSSRuleList) : 0),
      0,
    )
  const rules = [...document.styleSheets].reduce((sum, sheet) => sum + count(sheet.cssRules), 0)
  return { unknown, rules }
}

/** In pixels. The width of a line of text differs a little between versions of Chromium. */
const maxShift = 6
const drawn =
  '.picture,.picture :not(.figure,defs,defs *),.figure,.headline,.line,.message,.bar,.bar-fill,.bar-title,.bar-sum'

/** Runs in the page. Returns the position and size of each part of an alert, and the colour, font and shadows of its headline. */
function readLayout(selector: string) {
  for (const animation of document.getAnimations()) animation.cancel() // those that are left never end
  const boxes = [...document.querySelectorAll(selector)].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { part: element.getAttribute('class') ?? element.tagName, box: [x, y, width, height] }
  })
  const { color, fontFamily, textShadow } = getComputedStyle(document.querySelector('.headline')!)
  return { boxes, look: { color, fontFamily, shadows: textShadow.split('rgb').length } }
}

/** Waits until an alert is on screen and its only running animations are endless. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.alert') !== null &&
      document.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Infinity),
    undefined,
    { polling: 100 },
  )
}

test.each(alertTheme.options)(
  'an alert in the theme %s is laid out as in a current Chromium, every style is understood, and the console stays empty',
  async (theme) => {
    const { db } = product
    const { goalId: goaluuid } = await buildGoal(db, uid, {
      title: 'A kiln for the clay season',
      amountMinor: 100_00,
    })
    const version = (await findAlertStyle(db, uid))?.draftVersion ?? 0
    await saveAlertDraft(db, uid, { ...standardStyle(), look: lookOf(theme) }, version)
    await publishAlertStyle(db, uid, version + 1)
    const contexts = await Promise.all(
      [product.browser, ...browsers].map((browser) => browser.newContext({ viewport: stream })),
    )
    const sources = []
    for (const context of contexts)
      sources.push(await openSource(context, `${product.url}/streamalerts?${query}`, { displayMs: 60_000 }))
    await buildTip(product.db, uid, {
      goalId: goaluuid,
      amountMinor: 45_00,
      message: 'Für die Töpferei 🏺 — and for many cups!',
    })
    for (const { page } of sources) await waitUntilStill(page)

    const [now, ...older] = await Promise.all(
      sources.map(async ({ page, plays, errors }) => ({
        ...(await page.evaluate(readLayout, drawn)),
        styles: await page.evaluate(readStyles),
        plays: await plays(),
        errors: errors(),
      })),
    )
    if (process.env.PICTURES_DIR)
      for (const [i, { page }] of sources.entries())
        await page.screenshot({
          path: join(process.env.PICTURES_DIR, `${theme}-${versions[i - 1] ?? 'now'}.png`),
        })
    expect(now!.boxes.length).toBeGreaterThan(8)
    expect(now).toMatchObject({ styles: { unknown: [] }, plays: 1, errors: [] })
    for (const { boxes, ...rest } of older) {
      expect({ ...rest, boxes: now!.boxes }).toEqual(now)
      expect(boxes.map(({ part }) => part)).toEqual(now!.boxes.map(({ part }) => part))
      for (const [i, { part, box }] of boxes.entries())
        for (const [n, value] of box.entries())
          expect(Math.abs(value - now!.boxes[i]!.box[n]!), `${part} ${n}`).toBeLessThan(maxShift)
    }
    for (const context of contexts) await context.close()
  },
)

test('the goal widget is drawn, every style is understood, and the console stays empty', async () => {
  for (const browser of browsers) {
    const page = await browser.newPage({ viewport: stream })
    const errors = noteErrors(page)
    await page.goto(`${product.url}/overlay?${query}&widget=goal`)
    await page.waitForFunction(() => document.querySelector('.bar'), undefined, { polling: 100 })

    expect(await page.evaluate(() => document.querySelector<HTMLElement>('.bar')!.innerText)).toContain(
      'A kiln',
    )
    expect((await page.evaluate(readStyles)).unknown).toEqual([])
    expect(errors).toEqual([])
  }
})
