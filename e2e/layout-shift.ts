/** Measures how much a page shifts while it loads on a slow phone. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

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
