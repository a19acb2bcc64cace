/** Tests large numbers of alerts: missed ones, fifty at once, and the memory that a page uses after two thousand. */
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { MissedAlerts } from '../contract/alerts/overlay-calls.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { addAlert } from '../db/alerts.fixture.ts'
import type { AlertBody } from '../db/queries/alerts/alerts.ts'
import { saveOverlaySettings, showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { ageAlerts } from './old-alerts.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'

const product = setUpProduct({ viewport: stream })
let uid: string
/** The addresses of the creator's alert page, with and without the key. */
let addresses: { private: string; bare: string }

const body: AlertBody = {
  kind: 'tip',
  isTest: false,
  name: 'Ada',
  message: 'For the kiln, and for many cups that will come out of it.',
  amount: 10_00,
  currency: 'gbp',
  goal: { title: 'A kiln', amount: 100_00, amountReceived: 60_00 },
  at: '2026-01-05T12:00:00.000Z',
}

const keyContext = () => ({
  db: product.db,
  config: { secretsKey: readSecretKeys(product.env['SECRETS_KEY']!) },
})

beforeEach(addCreator)

async function addCreator(): Promise<void> {
  uid = (await buildCreator(product.db)).uid
  const bare = `${product.url}/streamalerts?userUID=${uid}`
  addresses = { bare, private: `${bare}#key=${await showOverlayKey(keyContext(), uid)}` }
}

async function addAlerts(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await addAlert(product.db, uid, body)
}

const seqsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** Opens a browser with this cursor of the alert page in its local storage. */
async function openBrowser(cursor: number): Promise<BrowserContext> {
  const context = await product.browser.newContext({ viewport: stream })
  const item = { name: `brimful.alerts.${uid}`, value: String(cursor) }
  await context.addInitScript(({ name, value }) => {
    if (location.protocol === 'http:') localStorage.setItem(name, value)
  }, item)
  return context
}

const afterPolicy: Record<MissedAlerts, number[]> = {
  all: seqsFrom(1, 60),
  'last-five': seqsFrom(46, 60),
  digest: seqsFrom(50, 60), // the digest has the `seq` of the last old alert, 50
  none: seqsFrom(51, 60),
}

test.each(Object.entries(afterPolicy) as [MissedAlerts, number[]][])(
  'of sixty alerts, fifty of them old, a page that comes back shows what “%s” says, and a stranger five old ones at most',
  async (policy, expected) => {
    await saveOverlaySettings(keyContext(), uid, { isKeyRequired: false, missedAlerts: policy })
    await addAlerts(60)
    await ageAlerts(product.db, uid, 50)

    const stranger = await openSource(await openBrowser(0), addresses.bare, { displayMs: 10 })
    await expect.poll(async () => (await stranger.appeared()).at(-1)).toBe(60)
    const own = await openSource(await openBrowser(0), addresses.private, { displayMs: 10 })
    await expect.poll(async () => (await own.appeared()).at(-1), { timeout: 60_000 }).toBe(60)

    expect(await own.appeared()).toEqual(expected)
    expect(await own.plays()).toBe(expected.length)
    expect(await stranger.appeared()).toEqual(expected.slice(-15))
  },
)

/** Returns how many bytes the page's objects use after a garbage collection. */
async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

test('two thousand alerts leave less than five megabytes in memory', async () => {
  // With 110 ms on screen for each alert, the page stays within the server's limit of ten messages per second.
  const source = await openSource(await product.browser.newContext({ viewport: stream }), addresses.private, {
    displayMs: 110,
  })
  const session = await source.page.context().newCDPSession(source.page)
  const before = await measureHeap(session)
  await addAlerts(2_000)
  await expect.poll(async () => (await source.appeared()).at(-1), { timeout: 900_000 }).toBe(2_000)

  const after = await measureHeap(session)
  console.log(`heap: ${before} bytes without an alert, ${after} bytes after 2,000`)
  expect(await source.appeared()).toEqual(seqsFrom(1, 2_000))
  expect(after).toBeLessThan(5_000_000)
})

/** Lets a page load the overlay's files from the folder of another build. */
async function serveBuild(page: BrowserContext, folder: string): Promise<void> {
  await page.route('**/streamalerts?*', (route) =>
    route.fulfill({ path: join(folder, 'overlay/streamalerts.html'), contentType: 'text/html' }),
  )
  await page.route('**/assets/*', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  )
}

/** Returns a function that returns the processor time of the page's main thread so far, in milliseconds. */
async function openCpuMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
}

/**
 * If OVERLAY_BEFORE is the `dist/public` folder of an earlier build, a page of that build shows fifty alerts afterwards, for
 * comparison. If both pages were open at once, each would also wait for the frames of the other.
 */
test('prints what fifty alerts at once cost the main thread', async () => {
  for (const [name, folder] of [['now'], ['before', process.env.OVERLAY_BEFORE]] as const) {
    if (name === 'before' && !folder) continue
    await addCreator()
    const context = await product.browser.newContext({ viewport: stream })
    if (folder) await serveBuild(context, folder)
    const { page, appeared } = await openSource(context, addresses.private)
    const read = await openCpuMeter(page)
    const before = await read()
    await addAlerts(50)
    await expect.poll(appeared, { timeout: 300_000 }).toHaveLength(50)
    await new Promise((resolve) => setTimeout(resolve, 7_000)) // until the last alert has left the screen
    console.log(`main thread, ${name}: ${(((await read()) - before) / 50).toFixed(1)} ms per alert`)
    await context.close()
  }
})
