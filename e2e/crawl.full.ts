/**
 * Follows all links from the landing page, as a visitor, a supporter and a creator, and tests that they lead to every page, that no
 * page shifts while it loads, and that links lead to a page itself and not to one that sends the browser on.
 */
import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { watchShifts } from './layout-shift.ts'
import { setUpProduct } from './product-fixture.ts'
import { phone } from './visitors.ts'

const product = setUpProduct()
/** The site's routes. The path is not a literal, because the pages' types belong to another TypeScript project. */
const site: string = '../web/src/app.tsx'
const { routes } = (await import(site)) as { routes: RouteObject[] }

/** Pages that need no link. */
const notLinked: [pattern: RegExp, reason: string][] = [
  [/^\/maintenance$/, 'shown by the server while the site is down'],
  [/^\/account\/login\//, 'follows an address that has an account'],
  [/^\/signup\/./, 'steps of signing up'],
  [/^\/authentication\//, 'linked in emails'],
  [/^\/dashboard\/payment-(success|failure)/, 'follows a payment'],
  [/^\/dashboard\/receipt$/, 'follows a payment, and linked in emails'],
  [/^\/admin\b/, 'for admins'],
  [/^\/control-panel\/invite$/, 'the link that a creator gives a moderator'],
  [/^\/dashboard\/(insights|explore)$/, 'a second address of a page'],
  [/^\/\w+-setting$/, 'a second address of a page'],
  [/^(\/user)?\/:username(\/fund-goal\/:goaluuid)?$/, 'a second address of a page'],
]
/** Pages that send an account on, which has no use for them. The landing page links to them because it is the same for everybody. */
const forVisitors = /^\/signup\/?$/
/** Pages that differ from a linked one only by the data in their address. */
const maxPagesOfRoute = 3
/** The largest sum of a page's layout shifts; https://web.dev/articles/cls calls a page good up to 0.1. */
const maxShift = 0.02
/** What was wrong with a page, with its visitor and address. */
interface Crawl {
  reached: Set<string>
  shifting: string[]
  redirected: string[]
}

test('links lead to every page, which neither shifts nor sends the browser on', async () => {
  const crawls: Crawl[] = []
  for (const name of [undefined, 'ada', 'mira']) crawls.push(await crawl(name))

  const reached = new Set(crawls.flatMap((one) => [...one.reached]))
  const linked = patternsOf(routes).filter((pattern) => !notLinked.some(([known]) => known.test(pattern)))
  expect({
    missing: linked.filter((pattern) => !reached.has(pattern)),
    shifting: crawls.flatMap(({ shifting }) => shifting),
    redirected: crawls.flatMap(({ redirected }) => redirected),
  }).toEqual({ missing: [], shifting: [], redirected: [] })
})

test('a page that shifts is noticed', async () => {
  const { page } = await product.visit(undefined, { viewport: phone })
  const shifts = await watchShifts(page)
  await page.goto(`${product.url}/explore`)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    document
      .querySelector('main')!
      .before(Object.assign(document.createElement('p'), { style: 'height: 40vh' })),
  )

  await expect.poll(shifts).toBeGreaterThan(maxShift)
})

/** Opens the pages of all routes that links lead to, on a phone. */
async function crawl(name: string | undefined): Promise<Crawl> {
  const { page } = await product.visit(name, { viewport: phone })
  const shifts = await watchShifts(page)
  const seen = new Map<string, number>()
  const found: Crawl = { reached: new Set(), shifting: [], redirected: [] }
  const waiting = ['/', ...(name ? ['/dashboard'] : [])]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = patternAt(path)
    const count = seen.get(pattern) ?? 0
    if (count >= maxPagesOfRoute) continue
    seen.set(pattern, count + 1)
    const response = await page.goto(product.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const sum = await shifts()
    if (sum > maxShift) found.shifting.push(`${name ?? 'visitor'} ${path}: ${sum.toFixed(3)}`)
    const opened = new URL(response!.url()).pathname
    const shown = new URL(page.url()).pathname
    if (opened !== shown && !(name && forVisitors.test(opened)))
      found.redirected.push(`${name ?? 'visitor'} ${opened}: ${shown}`)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
    waiting.push(...links.filter(isPage).map((link) => new URL(link).pathname))
  }
  for (const pattern of seen.keys()) found.reached.add(pattern)
  return found
}

function isPage(link: string): boolean {
  const { origin, pathname } = new URL(link)
  return origin === product.url && !/^\/(api|media|streamalerts|overlay)(\/|$)/.test(pathname)
}

/** Returns the pattern of the page at an address, such as `/:username/tips`. */
function patternAt(path: string): string {
  return (matchRoutes(routes, path) ?? []).reduce((pattern, { route }) => join(pattern, route), '')
}

function patternsOf(some: RouteObject[], base = ''): string[] {
  return some.flatMap((route) =>
    route.children ? patternsOf(route.children, join(base, route)) : join(base, route),
  )
}

const join = (base: string, { path }: RouteObject) =>
  !path ? base : path.startsWith('/') ? path : `${base}/${path}`
