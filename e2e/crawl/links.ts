/** Finds out whether the links of the site lead to every page, and to pages themselves. */
import { maxShifts } from '../layout-shift.ts'
import { patternAt, patterns } from './site.ts'
import { linksOf, waitUntilLoaded } from './walk.ts'
import type { Found, Walker } from './walk.ts'

/** Pages that need no link. */
const notLinked: [pattern: RegExp, reason: string][] = [
  [/^\*$/, 'no page'],
  [/^\/signup\/\*$/, 'no page'],
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
/** Pages that send an account on, which has no use for them. Pages that are the same for everybody link to them. */
const forVisitors = /^\/(signup|account)\/?$/
/** Pages that differ from another one only by the data in their address. */
const maxPagesOfRoute = 3

/**
 * Opens what the walked pages link to and nobody has opened, up to three pages of a route. Returns those that lead nowhere or move
 * while they load, and adds what it learns to `found`.
 */
export async function followLinks(walker: Walker, found: Found): Promise<string[]> {
  const { page, role, shifts, site } = walker
  const opened = new Map<string, number>()
  const problems: string[] = []
  const waiting = [...new Set([...found.links.values()].flat())]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = patternAt(path)
    const count = opened.get(pattern) ?? 0
    if (count >= maxPagesOfRoute) continue
    opened.set(pattern, count + 1)
    if (found.links.has(path)) continue
    const response = await page.goto(site + path)
    await waitUntilLoaded(page)
    if (response!.status() >= 400) problems.push(`${role}: a link leads to ${path}: ${response!.status()}`)
    const sum = await shifts()
    if (sum > maxShifts) problems.push(`${role}, ${path}: moves ${sum.toFixed(3)} while it loads`)
    const shown = new URL(page.url()).pathname
    if (shown !== path) found.redirects.set(path, shown)
    const links = await linksOf(page, site)
    found.links.set(path, links)
    waiting.push(...links)
  }
  return problems
}

/** Returns the links that lead to a page that sends the browser on, and the pages that no links lead to from the first page. */
export function judgeLinks(all: Found[]): string[] {
  return [
    ...all.flatMap(listRedirected),
    ...listUnreached(all).map((pattern) => `no link leads to ${pattern}`),
  ]
}

function listRedirected({ walk, links, redirects }: Found): string[] {
  return [...new Set([...links.values()].flat())]
    .filter((path) => redirects.has(path) && !(walk.account && forVisitors.test(path)))
    .filter((path) => walk.account || redirects.get(path) !== '/account') // who has an account logs in there and goes on
    .map((path) => `${walk.role}: a link leads to ${path}, which sends on to ${redirects.get(path)}`)
}

/** Follows the links from the landing page and the dashboard, over everything that was opened. */
function listUnreached(all: Found[]): string[] {
  const leads = new Map<string, Set<string>>()
  for (const [path, links] of all.flatMap((found) => [...found.links])) {
    const from = patternAt(path)
    leads.set(from, new Set([...(leads.get(from) ?? []), ...links.map(patternAt)]))
  }
  const reached = new Set(['/', '/dashboard'])
  for (const pattern of reached) for (const next of leads.get(pattern) ?? []) reached.add(next)
  return patterns.filter(
    (pattern) => !reached.has(pattern) && !notLinked.some(([known]) => known.test(pattern)),
  )
}
