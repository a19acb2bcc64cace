/** Compares the site's header with what it has for each role and width. */
import type { Page } from 'playwright-core'
import type { Role } from './screens.ts'

/** Where the logo leads. */
const homes: Record<Role, RegExp> = {
  visitor: /^\/$/,
  supporter: /^\/dashboard\/explore$/,
  creator: /^\/\w+\/current-goals$/,
}
/** Below this width in pixels the header has a menu instead of links. */
const menuBelow = 640

/** Returns what is wrong with the header of the page. */
export async function findHeaderProblems(
  page: Page,
  { role, language }: { role: Role; language: 'en' | 'de' },
): Promise<string[]> {
  const isGerman = language === 'de'
  const { width } = page.viewportSize()!
  const header = page.getByRole('banner')
  const logo = header.getByRole('link', { name: /Brimful/ }).first()
  const home = await logo.getAttribute('href')
  const problems = homes[role].test(home ?? '') ? [] : [`the logo leads to ${home}`]
  if (width < menuBelow) {
    const menu = header.getByRole('button', { name: isGerman ? 'Menü' : 'Menu' })
    const box = (await menu.isVisible()) ? await menu.boundingBox() : null
    if (!box || box.x + box.width > width) problems.push('the menu is not on the screen')
    return problems
  }
  if (isGerman) return problems
  const links = (await namesOf(page)).join(', ')
  const expected = role === 'visitor' ? 'Explore, Log In, Sign Up' : 'Explore, Dashboard'
  return links === expected ? problems : [...problems, `links: ${links}`]
}

/** Returns the names of the visible links beside the logo. */
async function namesOf(page: Page): Promise<string[]> {
  const links = page.getByRole('banner').getByRole('link')
  const names = await links.evaluateAll((all) =>
    (all as HTMLElement[])
      .filter((link) => link.checkVisibility({ visibilityProperty: true }))
      .map((link) => link.getAttribute('aria-label') ?? link.innerText),
  )
  return names.filter((name) => name !== 'Brimful home').map((name) => name.split(',')[0]!)
}
