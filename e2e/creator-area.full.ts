/**
 * Walks through the creator's area with the keyboard alone, where each stop has to be seen, and at 400 % zoom, where nothing may be wider
 * than the screen. That axe finds nothing there is tested by `routes.full.ts` and `looks.full.ts`.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'
import { desktop } from './visitors.ts'

const product = setUpProduct()

const paths = [
  '/dashboard',
  '/dashboard/goals-overview',
  '/user/miravale/tips',
  '/dashboard/payment-setting2',
  '/user/miravale/total-earnings',
  '/dashboard/control-panel',
  '/dashboard/notification',
  '/dashboard/account-setting',
  '/dashboard/profile-setting',
  '/dashboard/payment-setting',
  '/dashboard/stream-setting',
  '/dashboard/notifications-setting',
  '/dashboard/chatbot-setting',
  '/dashboard/tools-setting',
  '/dashboard/Integrations-setting',
  '/dashboard/donothon-timer-setting',
]
/** 1280 × 1024 at 400 %: https://www.w3.org/WAI/WCAG22/Understanding/reflow. */
const zoomed = { width: 320, height: 256 }
/** More stops than a page has, so that a walk that goes round in a circle ends. */
const maxStops = 400

test.each(paths)(
  '%s, zoomed four times, is no wider than the screen, and its bars leave room to read',
  async (path) => {
    const page = await openOwn(path, zoomed)

    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await heightOfBars(page)).toBeLessThan(zoomed.height / 2)
  },
)

test.each(paths)('with the keyboard alone every control of %s is reached, seen and left', async (path) => {
  const page = await openOwn(path, desktop)
  const wanted = await page.evaluate(countStops)

  const { stops, unseen } = await walk(page)

  expect(unseen).toEqual([])
  expect(stops).toBeGreaterThanOrEqual(wanted)
})

async function openOwn(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const { page, open } = await product.visit('mira', { viewport })
  await open(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Returns how much of the screen is covered by what stays when the page is scrolled. */
function heightOfBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2)
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, visibility } = getComputedStyle(element)
      return (position === 'fixed' || position === 'sticky') && visibility === 'visible'
    })
    const tops = bars.map((bar) => bar.getBoundingClientRect()).filter(({ width }) => width > innerWidth / 2)
    const seen = tops.map(({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)))
    return seen.reduce((sum, height) => sum + height, 0)
  })
}

/** Counts the links, buttons and fields that can be seen. Of radio buttons of one name only one is a stop. */
function countStops(): number {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled',
  )
  const seen = [...controls].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  )
  const names = seen.map((one, index) =>
    one instanceof HTMLInputElement && one.type === 'radio' ? one.name : String(index),
  )
  return new Set(names).size
}

/** Presses Tab until the focus leaves the page or comes back; notes the stops that nobody sees. */
async function walk(page: Page): Promise<{ stops: number; unseen: string[] }> {
  const unseen: string[] = []
  let stops = 0
  for (; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeStop)
    if (stop === 'end') break
    if (stop !== 'seen') unseen.push(stop)
  }
  return { stops, unseen }
}

/** Returns `end`, `seen`, or what is wrong with the element that has the focus. */
function describeStop(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body || element.dataset.walked) return 'end'
  element.dataset.walked = 'yes'
  const { top, bottom, left, right, width } = element.getBoundingClientRect()
  const shown = element.closest('label') ?? element
  const styles = [element, shown, element.nextElementSibling ?? element].map((one) => getComputedStyle(one))
  const isMarked = styles.some(
    ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none',
  )
  const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 0
  if (isMarked && isOnScreen) return 'seen'
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
  return `${element.tagName} “${name}”${isMarked ? '' : ' has no focus ring'}${isOnScreen ? '' : ' is not on the screen'}`
}
