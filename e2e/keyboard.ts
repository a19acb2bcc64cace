/** Operates a page with the keyboard only. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let steps = 0; steps < 60; steps++) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the target cannot be reached by Tab')
}

/** Moves to a field by Tab and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Waits for a step of a form; its heading must have the focus. */
export async function expectStep(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title })
  await heading.waitFor()
  await expect.poll(() => isFocused(heading)).toBe(true)
}

/** Returns whether an element has the focus. */
export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
