/**
 * Measures what a visitor on a slow phone sees and waits for: the built product on loopback, in a Chromium with a slowed processor
 * and network. Prints the medians of five visits. Each figure is divided by its limit, so a ratio of 1 just meets it.
 */
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../e2e/browser.ts'
import { prepareParts } from '../e2e/product-parts.ts'
import { findTestPort } from '../scripts/ports.ts'
import { onCleanup, track } from './cleanup.ts'
import { cpuSecondsOf } from './noise.ts'
import { startNode } from './processes.ts'
import { percentile } from './rounds.ts'
import type { Ratio } from './rounds.ts'
import { measureVisit } from './visit.ts'
import type { Visit } from './visit.ts'

const visits = 5
/** Longer than the server serves a page from its cache, so that the next request renders it. */
const cacheMs = 40_000
const warmRequests = 600

/** The limits, in seconds, milliseconds, kilobytes and layout shift scores. A page without `tbt` has no limit of its own. */
const limits = {
  creator: { lcp: 1.5, tbt: 150, cls: 0.02, javaScriptKb: 150, restMs: 10 },
  goal: { lcp: 1.5, cls: 0.02 },
  tips: { cls: 0.02 },
  explore: { lcp: 1.6, cls: 0.02 },
  landing: { cls: 0.02, restMs: 10 },
} as const
const serverLimits = { cold: 8, warm: 0.5 }

/** Measures every page of `limits`, and the processor time of the server for a creator's page. */
export async function firstSight(): Promise<Record<string, Ratio | undefined>> {
  const product = await startProduct()
  const browser = await launchChromium()
  onCleanup(() => browser.close())
  const figures: Record<string, Ratio | undefined> = {}
  for (const [name, path] of Object.entries(product.pages)) {
    const measured = await measurePage(browser, product.url + path, name === 'creator')
    for (const [figure, limit] of Object.entries(limits[name as keyof typeof limits])) {
      figures[`${name}: ${figure}`] = ratioOf(
        measured.map((visit) => visit[figure as keyof Visit]),
        limit,
      )
    }
  }
  const { cold, warm } = await measureServer(product)
  figures['server: cold ms'] = ratioOf([cold], serverLimits.cold)
  figures['server: warm ms'] = ratioOf([warm], serverLimits.warm)
  return figures
}

/** Starts the built server with the demo's data. */
async function startProduct() {
  const port = await findTestPort()
  const parts = await prepareParts(port)
  track({ [Symbol.asyncDispose]: () => parts.close() })
  onCleanup(() => parts.sandbox.close())
  await parts.seedDemo(parts.env)
  const server = await startNode(['dist/node/server.js'], parts.env, /server listens/)
  const goals = await parts.db
    .selectFrom('goal')
    .innerJoin('account', 'account.uid', 'goal.creatorUid')
    .select(['userName', 'goaluuid', 'status'])
    .execute()
  const goal = goals.find(({ userName, status }) => userName === 'miravale' && status === 'ACTIVE')!
  return {
    url: parts.env.PUBLIC_URL!,
    pid: server.pid!,
    goals,
    pages: {
      creator: '/miravale/current-goals',
      goal: `/miravale/current-goals/${goal.goaluuid}`,
      tips: '/miravale/tips',
      explore: '/explore',
      landing: '/',
    },
  }
}

async function measurePage(browser: Browser, url: string, hasTipBox: boolean): Promise<Visit[]> {
  const measured: Visit[] = []
  for (let visit = 0; visit < visits; visit++) {
    measured.push(await measureVisit(browser, url, { hasTipBox, compress: kilobytesOf }))
  }
  console.log(`  ${url}: ${JSON.stringify(measured)}`)
  return measured
}

/** The size of a script as a server sends it that has compressed it in advance. */
function kilobytesOf(script: Buffer): number {
  return brotliCompressSync(script).length / 1000
}

/** Measures the server's processor time for one page, in milliseconds: rendered, and from the cache. */
async function measureServer({ url, pid, goals }: Awaited<ReturnType<typeof startProduct>>) {
  const names = [...new Set(goals.map(({ userName }) => userName))]
  const paths = names.flatMap((name) => [
    `/${name}/current-goals`,
    `/${name}/tips`,
    `/${name}/completed-goals`,
  ])
  const requests = paths.flatMap((path) => ['en', 'de'].map((locale) => ({ path, locale })))
  const send = async ({ path, locale }: (typeof requests)[number]) => {
    const headers = { 'accept-language': locale, 'accept-encoding': 'br' }
    await (await fetch(url + path, { headers })).arrayBuffer()
  }
  for (let i = 0; i < warmRequests; i++) await send(requests[i % requests.length]!)
  const cold: number[] = []
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, cacheMs))
    const before = cpuSecondsOf(pid)
    for (const request of requests) await send(request)
    cold.push(((cpuSecondsOf(pid) - before) * 1000) / requests.length)
  }
  const before = cpuSecondsOf(pid)
  for (let i = 0; i < warmRequests; i++) await send(requests[0]!)
  return { cold: Math.min(...cold), warm: ((cpuSecondsOf(pid) - before) * 1000) / warmRequests }
}

function ratioOf(values: readonly number[], limit: number): Ratio {
  const ours = percentile(values, 50)
  return {
    median: ours / limit,
    min: Math.min(...values) / limit,
    max: Math.max(...values) / limit,
    rounds: values.length,
    ours,
    baseline: limit,
  }
}
