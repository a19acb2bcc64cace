/** Opens the screens for one person after the other, in each view that a check needs, and notes what the checks find. */
import type { Page } from 'playwright-core'
import { watchShifts } from '../layout-shift.ts'
import type { ProductFixture } from '../product-fixture.ts'
import { phone } from '../visitors.ts'
import type { Visitor } from '../visitors.ts'
import { applies, checks, views, viewsOf } from './checks.ts'
import type { View, Visit } from './checks.ts'
import type { Data, Role, Screen } from './screens.ts'
import { patternAt } from './site.ts'

export interface Walk {
  role: Role
  language: 'en' | 'de'
  /** The demo account; undefined for a visitor who is not signed in. */
  account?: string
}

/** What a walk has found. */
export interface Found {
  walk: Walk
  /** Lines for people, one for each problem. */
  problems: string[]
  /** The addresses on our site that each opened path links to. */
  links: Map<string, string[]>
  /** Where each opened path has led, if to another. */
  redirects: Map<string, string>
}

/** Somebody with an open page. */
export type Walker = Walk & Visitor & { site: string; shifts: () => Promise<number> }

/** Opens a page for somebody, on a phone. */
export async function openWalker(
  { visit, url }: Pick<ProductFixture, 'visit' | 'url'>,
  walk: Walk,
): Promise<Walker> {
  const locale = walk.language === 'de' ? 'de-DE' : 'en-GB'
  const visitor = await visit(walk.account, { viewport: phone, locale })
  return { ...visitor, ...walk, site: url, shifts: await watchShifts(visitor.page) }
}

/** Opens all screens and returns what is wrong with them. */
export async function walkScreens(walker: Walker, screens: Screen[], data: Data): Promise<Found> {
  const { role, language } = walker
  const found: Found = { walk: walker, problems: [], links: new Map(), redirects: new Map() }
  for (const screen of screens) {
    const where = `${role}, ${language}, ${screen.path}`
    const problems = await walkScreen(walker, screen, data, found).catch((error: Error) => [
      `is not shown: ${error.message}`,
    ])
    found.problems.push(...problems.map((problem) => `${where}: ${problem}`))
  }
  return found
}

async function walkScreen(walker: Walker, screen: Screen, data: Data, found: Found): Promise<string[]> {
  const { page, role, language, takeErrors, site } = walker
  const { path, pattern, shows, isPrivate } = screen
  await setView(page, 'phone')
  const response = await page.goto(site + path)
  if (isPrivate && role === 'visitor') {
    await page.waitForURL(`${site}/account`)
    return takeErrors()
  }
  const expected = shows[role]
  if (language === 'en') await expected?.(page, data)
  await waitUntilLoaded(page)
  const [opened, shown] = [new URL(response!.url()).pathname, new URL(page.url()).pathname]
  found.links.set(path, await linksOf(page, site))
  if (shown !== opened) found.redirects.set(opened, shown)
  const errors = takeErrors().filter((error) => response!.status() !== 404 || !notFound.test(error))
  if (!expected && patternAt(shown) !== pattern) return errors
  return [...errors, ...(await inspect(walker, { pattern, isPrivate, name: path, isState: false }))]
}

/** What the console says about a document that says itself that there is no page at its address. */
const notFound = /^Failed to load resource: .* 404 \(Not Found\)$/

/** Runs all checks of the table on the open page, in their views. */
export async function inspect(
  { page, role, language, takeErrors, shifts }: Walker,
  { name, ...at }: Pick<Visit, 'pattern' | 'isPrivate' | 'isState'> & { name: string },
): Promise<string[]> {
  const here = { role, language, ...at, takeErrors, shifts }
  const problems: string[] = []
  for (const view of viewsOf(here)) {
    await setView(page, view)
    const visit: Visit = { ...here, view }
    for (const [promise, check] of Object.entries(checks)) {
      if (!applies(check, visit)) continue
      const texts = await check.find(page, visit)
      problems.push(...texts.map((text) => `in the view ${view}: not “${promise}”: ${text}`))
    }
    await savePicture(page, `${role}-${language}-${name}-${view}`)
  }
  return problems
}

/** Waits until a page has loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Returns the addresses of our site that a page links to. */
export function linksOf(page: Page, site: string): Promise<string[]> {
  return page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    .then((all) => all.filter((link) => isPage(link, site)).map((link) => new URL(link).pathname))
}

function isPage(link: string, site: string): boolean {
  const { origin, pathname } = new URL(link)
  return origin === site && !/^\/(api|media|streamalerts|overlay)(\/|$)/.test(pathname)
}

/** Gives a page the size and colour scheme of a view. */
export async function setView(page: Page, view: View): Promise<void> {
  const { width, height, scheme } = views[view]
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme })
}

/** If PICTURES_DIR is set, saves a screenshot there for people to look at. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder)
    await page.screenshot({ path: `${folder}/${name.replace(/[^\w-]+/g, '_')}.png`, fullPage: true })
}
