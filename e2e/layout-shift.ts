/** Whether a page stands still while it loads, as a fan on a slow phone would see it. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Sums what moves on the page by itself (`layout-shift`), from its first paint on; call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      for (const { value, hadRecentInput } of entries) if (!hadRecentInput) shifts.sum += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)
}

/** A slow processor, and answers that come one after the other, so that every stand-in is seen. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let asked = 0
  await page.route('**/api/v1/**', async (route) => {
    asked += 1
    await setTimeout(asked * 150)
    await route.continue()
  })
}
