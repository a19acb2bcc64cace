/**
 * Walks over every screen of the site as a visitor, a supporter and a creator, in English and German, and runs the table of checks of
 * `crawl/checks.ts` on each. Then plants a fault for each check.
 */
import { beforeAll, expect, test } from 'vitest'
import { fetchJson } from './program.ts'
import { checks, views } from './crawl/checks.ts'
import type { View } from './crawl/checks.ts'
import { faults } from './crawl/faults.ts'
import { followLinks, judgeLinks } from './crawl/links.ts'
import { seedMarkedData } from './marked-data.ts'
import { setUpProduct } from './product-fixture.ts'
import { listScreens } from './crawl/screens.ts'
import type { Data } from './crawl/screens.ts'
import { states } from './crawl/states.ts'
import { inspect, openWalker, setView, waitUntilLoaded, walkScreens } from './crawl/walk.ts'
import type { Found, Walk } from './crawl/walk.ts'

const product = setUpProduct()
let data: Data

beforeAll(async () => {
  data = await seed()
})

const walks: Walk[] = [
  { role: 'creator', language: 'en', account: 'otto' },
  { role: 'visitor', language: 'en' },
  { role: 'supporter', language: 'en', account: 'ada' },
  { role: 'creator', language: 'de', account: 'otto' },
  { role: 'supporter', language: 'de', account: 'ada' },
  { role: 'visitor', language: 'de' },
]
/** Walks at once: a page mostly waits for the network to be idle. */
const maxWalks = 3

test('every screen keeps every promise of the table, and links lead to it', async () => {
  const screens = listScreens(data)
  const all: Found[] = []
  const problems = await runAll(walks, async (walk) => {
    const walker = await openWalker(product, walk)
    const found = await walkScreens(walker, screens, data)
    all.push(found)
    const lost = walk.language === 'en' ? await followLinks(walker, found) : []
    await walker.page.context().close()
    return [...found.problems, ...lost]
  })
  expect([...problems, ...judgeLinks(all)]).toEqual([])
})

test('every state that steps lead to keeps the promises of the table', async () => {
  const problems = await runAll(states, async ({ take, ...walk }) => {
    const walker = await openWalker(product, walk)
    const found: string[] = []
    await take(
      walker.page,
      async (name) => {
        await waitUntilLoaded(walker.page)
        const at = { pattern: name, isPrivate: walk.role !== 'visitor', isState: true, name }
        found.push(...(await inspect(walker, at)).map((problem) => `${name}: ${problem}`))
      },
      product,
    )
    await walker.page.context().close()
    return found
  })
  expect(problems).toEqual([])
})

test.each(Object.keys(checks))('a page that is not so is noticed: it %s', async (promise) => {
  const { find, views: all } = checks[promise]!
  const language = promise === 'is in German' ? 'de' : 'en'
  const isPrivate = promise === 'shows each stop of the Tab key'
  const walk = isPrivate ? ({ role: 'creator', account: 'otto' } as const) : ({ role: 'visitor' } as const)
  const pattern = isPrivate ? '/dashboard/notifications-setting' : '/explore'
  const walker = await openWalker(product, { ...walk, language })
  const { page } = walker
  const view: View = all[0]!
  await setView(page, view)
  await walker.open(pattern)
  await waitUntilLoaded(page)
  const visit = { ...walker, pattern, isPrivate, isState: false, view }
  expect(await find(page, visit)).toEqual([])

  await faults[promise]!(page)

  await expect.poll(() => find(page, visit)).not.toEqual([])
  expect(views[view].width).toBe(page.viewportSize()!.width)
})

/** Runs the work for all, some at once; returns all problems. */
async function runAll<T>(all: readonly T[], work: (one: T) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = []
  const waiting = [...all]
  const run = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) problems.push(...(await work(one)))
  }
  await Promise.all(Array.from({ length: maxWalks }, run))
  return problems
}

/** Stores this run's data, and pays a tip by card, which has a page of its own. */
async function seed(): Promise<Data> {
  const marked = await seedMarkedData(product)
  const { mark, creatorName, creatorUid, supporterUid, running } = marked
  const order = { amount: 700, name: `Card ${mark}`, message: '', isPrivateMessage: false }
  const { sessionId } = await fetchJson<{ sessionId: string }>(
    `${product.url}/api/v1/stripe/create-checkout-session`,
    { ...order, GoalUid: running, ReceipentUID: creatorUid },
  )
  await product.control('/stripe/control/pay', { sessionId })
  const places = { username: creatorName, useruid: supporterUid, sessionId, email: `${mark}@mail.example` }
  return { ...marked, ...places, site: product.url }
}
