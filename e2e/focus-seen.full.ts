/**
 * Tests that people see where they are: the focus under no bar, the current entry in forced colours, and names on touch.
 * docs/accessibility.md lists what else is checked.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct({ reducedMotion: 'reduce' })

test.each([
  ['the control panel on a phone', '/dashboard/control-panel', phone],
  ['the overview at 400 %', '/dashboard', { width: 320, height: 256 }],
])('no stop of the Tab key on %s is hidden below a bar', async (_, path, viewport) => {
  const { page, open } = await product.visit('mira', { viewport })
  await open(path)
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForLoadState('networkidle')

  let stops = 0
  for (; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    const seen = await lookAtFocus(page)
    if (seen === undefined) break
    // What appears with the focus, such as “Skip to content”, is there a frame later.
    if (!seen.isSeen) await expect.poll(() => lookAtFocus(page)).toEqual({ name: seen.name, isSeen: true })
  }

  expect(stops).toBeGreaterThan(20)
})

test('in forced colours the current entry and the chosen amount differ from the others', async () => {
  const { page, open } = await product.visit('mira', { viewport: phone, forcedColors: 'active' })
  await open('/dashboard/profile-setting')
  const entries = page.locator('nav[data-tabs] a')
  await entries.first().waitFor()
  await expect.poll(() => groundsOf(page, 'nav[data-tabs] a')).toHaveLength(5)
  const tabs = await groundsOf(page, 'nav[data-tabs] a')
  await open('/ottokestrel/tips')
  await page.locator('#tip [aria-pressed]').first().waitFor()
  const amounts = await groundsOf(page, '#tip [aria-pressed]')

  for (const grounds of [tabs, amounts]) {
    expect(new Set(grounds.filter(({ isChosen }) => !isChosen).map(({ ground }) => ground)).size).toBe(1)
    expect(new Set(grounds.map(({ ground }) => ground)).size).toBe(2)
  }
})

test('on touch the buttons of a tip have words', async () => {
  const { page, open } = await product.visit('mira', { viewport: phone, hasTouch: true, isMobile: true })
  await open('/dashboard/control-panel')

  const tip = page.locator('[data-tip]').first()
  for (const word of ['Replay', 'Hide', 'Block'])
    await expect.poll(() => tip.getByText(word, { exact: true }).isVisible()).toBe(true)
})

/** Returns whether the element with the focus can be seen; undefined when the focus has left the page. */
function lookAtFocus(page: Page): Promise<{ name: string; isSeen: boolean } | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, top, width, height } = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
    )
    const isSeen = points.some(([x, y]) => {
      const found = document.elementFromPoint(x, y)
      return (
        found !== null &&
        (element.contains(found) || (found.contains(element) && !found.matches('body, html, main')))
      )
    })
    return { name: element.outerHTML.slice(0, 160), isSeen }
  })
}

/** Returns the background of each element, and whether it is the current or chosen one. */
function groundsOf(page: Page, selector: string): Promise<{ ground: string; isChosen: boolean }[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => ({
      ground: getComputedStyle(element).backgroundColor,
      isChosen: element.matches('[aria-current=page], [aria-pressed=true]'),
    })),
  )
}
