/** Follows all links from the landing page, as a visitor, a supporter and a creator, and tests that they lead to every page. */
import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'

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
  [/^\/dashboard\/(insights|explore)$/, 'a second address of a page'],
  [/^\/\w+-setting$/, 'a second address of a page'],
  [/^(\/user)?\/:username(\/fund-goal\/:goaluuid)?$/, 'a second address of a page'],
]
/** Pages that differ from a linked one only by the data in their address. */
const maxPagesOfRoute = 3

test('links lead to every page', async () => {
  const reached = new Set<string>()
  for (const name of [undefined, 'ada', 'mira']) for (const route of await crawl(name)) reached.add(route)

  const linked = patternsOf(routes).filter((pattern) => !notLinked.some(([known]) => known.test(pattern)))
  expect(linked.filter((pattern) => !reached.has(pattern))).toEqual([])
})

/** Returns the patterns of all routes that links lead to. */
async function crawl(name: string | undefined): Promise<Set<string>> {
  const { page } = await product.visit(name)
  const seen = new Map<string, number>()
  const waiting = ['/', ...(name ? ['/dashboard'] : [])]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = patternAt(path)
    const count = seen.get(pattern) ?? 0
    if (count >= maxPagesOfRoute) continue
    seen.set(pattern, count + 1)
    await page.goto(product.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
    waiting.push(...links.filter(isPage).map((link) => new URL(link).pathname))
  }
  return new Set(seen.keys())
}

function isPage(link: string): boolean {
  const { origin, pathname } = new URL(link)
  return origin === product.url && !/^\/(api|media|streamalerts|overlay)\b/.test(pathname)
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
