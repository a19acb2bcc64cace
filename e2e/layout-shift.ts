/** Measures how much a page shifts while it loads on a slow phone, and whether it still loads. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/**
 * The largest sum of shifts that a page may have: what our fonts move when they come late (docs/decisions/0057-fallback-fonts.md), which is
 * more where they come just after the page has been hydrated (0.021 was seen). Half of what https://web.dev/articles/cls calls good.
 */
export const maxShifts = 0.05

/**
 * Returns a function that returns the sum of all unexpected layout shifts since the first paint (https://web.dev/articles/cls).
 * Must be called before the page opens. Chromium also reports shifts before the first paint, which nobody sees: on a slow machine the
 * page is laid out while its stylesheet, which holds up painting, is still loading.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: { value: number; startTime: number }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      for (const { value, startTime, hadRecentInput } of entries)
        if (!hadRecentInput) shifts.push({ value, startTime })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    return page.evaluate(() => {
      const { shifts } = globalThis as unknown as { shifts: { value: number; startTime: number }[] }
      const firstPaint = performance.getEntriesByName('first-paint')[0]!.startTime
      const seen = shifts.filter(({ startTime }) => startTime > firstPaint)
      return seen.reduce((sum, { value }) => sum + value, 0)
    })
  }
}

/** Returns how many skeletons are on the screen. What is below it may wait until it is near, such as the wallets. */
export async function countSkeletons(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isOnScreen = (element: Element) => element.getBoundingClientRect().top < innerHeight
    return [...document.querySelectorAll('.animate-shimmer')].filter(isOnScreen).length
  })
}

/**
 * Slows down the processor, and delays each response more than the previous one, so that every skeleton is visible for a while.
 */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let requests = 0
  await page.route('**/api/v1/**', async (route) => {
    requests += 1
    await setTimeout(requests * 150)
    await route.continue()
  })
}
