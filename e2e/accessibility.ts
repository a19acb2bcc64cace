/** Examines a page for what keeps people from using it, with axe (https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md). */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rules whose outcome changes with the colour scheme alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns what axe reports about the page as it is, with the elements. With `colours`, applies only the rules about colours. Transitions
 * are off meanwhile, and animations that end have ended: colours between two states may have too little contrast. The provider's frames are
 * not examined.
 */
export async function findViolations(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  const withoutTransitions = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet() // a style element would be against the content security policy
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    return sheet
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (rules) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe
      const { violations } = await run(
        { exclude: ['iframe'] },
        { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
    },
    which === 'colours' && colourRules,
  )
  await withoutTransitions.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  })
  return found
}

/** How many frames everything, such as a chart, needs to draw itself anew for another width. */
const maxFrames = 60

/** Returns by how many pixels the page is wider than the screen; 0 if it is not. */
export async function measureOverflow(page: Page): Promise<number> {
  const { width } = page.viewportSize()!
  return page.evaluate(
    async ([screen, frames]) => {
      const overflow = () => Math.max(0, document.documentElement.scrollWidth - screen)
      for (let frame = 0; frame < frames && overflow() > 0; frame++)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return overflow()
    },
    [width, maxFrames] as const,
  )
}
