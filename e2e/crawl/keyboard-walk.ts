/** Walks through a page with the keyboard alone, where each stop has to be seen, and measures its bars. */
import type { Page } from 'playwright-core'

/** More stops than a page has, so that a walk that goes round in a circle ends. */
const maxStops = 400

/** Returns how much of the screen is covered by what stays when the page is scrolled. */
export function heightOfBars(page: Page): Promise<number> {
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

/**
 * Presses Tab until the focus leaves the page or comes back. Returns the stops that nobody sees, and whether there are fewer stops
 * than controls.
 */
export async function findUnseenStops(page: Page): Promise<string[]> {
  const wanted = await page.evaluate(startAtTop)
  const unseen: string[] = []
  let stops = 0
  for (; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeStop)
    if (stop === 'end') break
    if (stop !== 'seen') unseen.push(stop)
  }
  return stops < wanted ? [...unseen, `${stops} stops for ${wanted} controls`] : unseen
}

/** Takes the focus off the page, and counts the links, buttons and fields that can be seen. Radio buttons of one name are a single stop. */
function startAtTop(): number {
  scrollTo({ top: 0, behavior: 'instant' })
  // Where the focus was, the next Tab would go on from, even if nothing has it any more.
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
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

/** Returns `end`, `seen`, or what is wrong with the element that has the focus. */
function describeStop(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body || element.dataset.walked) return 'end'
  element.dataset.walked = 'yes'
  for (const ring of document.getAnimations()) if (ring instanceof CSSTransition) ring.finish()
  const { top, bottom, left, right, width } = element.getBoundingClientRect()
  const shown = element.closest('label') ?? element
  const styles = [element, shown, element.nextElementSibling ?? element].map((one) => getComputedStyle(one))
  // The ring of a field with a unit is around both, and that of a card around all of it.
  const around = [getComputedStyle(element.parentElement!), getComputedStyle(element, '::after')]
  const isMarked =
    styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none') ||
    around.some(
      ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || / 0px 0px 0px (?!0px)/.test(boxShadow),
    )
  const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 0
  if (isMarked && isOnScreen) return 'seen'
  const label = element.getAttribute('aria-label') ?? (shown.textContent?.trim() || element.outerHTML)
  const name = label.slice(0, 80)
  return `${element.tagName} “${name}”${isMarked ? '' : ' has no focus ring'}${isOnScreen ? '' : ' is not on the screen'}`
}
