/**
 * Measures what a visitor on a slow phone sees and waits for: the built product on loopback and behind the proxy that is shipped, in
 * a Chromium with a slowed processor and network. Prints the medians of three visits. Each figure is divided by its limit, so a ratio
 * of 1 just meets it. It ends after six minutes at the latest; what could not be measured by then is printed without figures.
 */
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../e2e/browser.ts'
import { onCleanup } from './cleanup.ts'
import { startSite } from './first-sight-site.ts'
import type { Site } from './first-sight-site.ts'
import { cpuSecondsOf, watchNoise } from './noise.ts'
import { percentile } from './rounds.ts'
import type { Ratio } from './rounds.ts'
import { measureVisit } from './visit.ts'
import type { Visit } from './visit.ts'

const visits = 3
/** Further visits to a page if some fail. */
const maxRepeats = 2
/** How long visits may take altogether. Preparing takes up to a minute, the server's processor time another. */
const visitsMs = 4 * 60_000
/** Longer than a page in the server's cache is fresh: the next request still gets it, and the server renders it anew. */
const freshMs = 2_200
/** Longer than the server sends a page from its cache, so that the next request waits until it is rendered. */
const staleMs = 23_000
const warmRequests = 600
const coldRounds = 9
/** After as many rendered pages, V8 has compiled what renders them. */
const warmRenders = 900

/** The limits, in seconds, milliseconds, kilobytes and layout shift scores. A page without `tbt` has no limit of its own. */
const limits: Record<string, Limits> = {
  creator: { lcp: 1.5, tbt: 150, cls: 0.02, javaScriptKb: 150, restMs: 10 },
  'creator, HTTP/2': { lcp: 1.5, tbt: 150, cls: 0.02 },
  'goal, HTTP/2': { lcp: 1.5, cls: 0.02 },
  'explore, HTTP/2': { lcp: 1.6, cls: 0.02 },
  tips: { cls: 0.02 },
  landing: { cls: 0.02, restMs: 10 },
}
const serverLimits = { cold: 8, warm: 0.5 }

type Limits = Partial<Record<'lcp' | 'tbt' | 'cls' | 'javaScriptKb' | 'restMs', number>>
type Figures = Record<string, Ratio | undefined>

/** Measures every page of `limits`, and the processor time of the server for a creator's page. */
export async function firstSight(): Promise<Figures> {
  const site = await startSite()
  const openBrowser = keepBrowser()
  const figures: Figures = {}
  const { cold, warm } = await measureServer(site)
  figures['server: cold ms'] = ratioOf(cold, serverLimits.cold)
  figures['server: warm ms'] = ratioOf([warm], serverLimits.warm)

  const endsAt = Date.now() + visitsMs
  for (const [name, pageLimits] of Object.entries(limits)) {
    const address = site.addresses[name]
    const measured = address ? await measurePage(openBrowser, address, pageLimits, endsAt) : []
    Object.assign(figures, await judgePage(name, measured, pageLimits, site))
  }
  return figures
}

/** Returns a function that returns the browser. It starts another one if that has crashed, so that later pages are measured as well. */
function keepBrowser(): () => Promise<Browser> {
  let browser: Browser | undefined
  onCleanup(async () => browser?.close())
  return async () => {
    if (!browser?.isConnected()) browser = await launchChromium()
    return browser
  }
}

/** Visits a page until there are enough visits. A visit that fails is repeated; after `endsAt` there is no further one. */
async function measurePage(
  openBrowser: () => Promise<Browser>,
  address: string,
  { javaScriptKb, restMs }: Limits,
  endsAt: number,
): Promise<Visit[]> {
  const measured: Visit[] = []
  const stopNoise = watchNoise()
  for (let i = 0; measured.length < visits && i < visits + maxRepeats && Date.now() < endsAt; i++) {
    const visit = await measureVisit(await openBrowser(), address, {
      hasTipBox: javaScriptKb !== undefined,
      isMeasuredAtRest: restMs !== undefined,
    }).catch((error: Error) => console.log(`  a visit to ${address} failed: ${error.message.split('\n')[0]}`))
    if (visit) measured.push(visit)
  }
  console.log(`  ${address}: others took ${stopNoise().toFixed(2)} of a core`)
  for (const { lcp, tbt, longestTask, cls, moved } of measured) {
    const facts = [
      `lcp ${lcp.toFixed(2)} s`,
      `tbt ${tbt.toFixed(0)} ms`,
      `longest task ${longestTask.toFixed(0)} ms`,
    ]
    console.log(`    ${[...facts, `cls ${cls.toFixed(3)}`, ...moved].join(', ')}`)
  }
  return measured
}

async function judgePage(name: string, measured: Visit[], pageLimits: Limits, site: Site): Promise<Figures> {
  const figures: Figures = {}
  for (const [figure, limit] of Object.entries(pageLimits) as [keyof Limits, number][]) {
    const values =
      figure === 'javaScriptKb'
        ? await Promise.all(measured.map(({ scripts }) => kilobytesOf(site.url, scripts)))
        : measured.map((visit) => visit[figure]).filter((value) => value !== undefined)
    figures[`${name}: ${figure}`] = values.length > 0 ? ratioOf(values, limit) : undefined
  }
  return figures
}

const sizes = new Map<string, number>()

/** Returns the size of scripts as the server sends them to browsers with brotli: each is compressed in advance. */
async function kilobytesOf(url: string, scripts: string[]): Promise<number> {
  for (const path of scripts.filter((each) => !sizes.has(each))) {
    const code = Buffer.from(await (await fetch(url + path)).arrayBuffer())
    sizes.set(path, brotliCompressSync(code).length / 1000)
  }
  return scripts.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
}

/**
 * Measures the server's processor time for one page, in milliseconds: rendered (`cold`), and from the cache (`warm`). The limits are what
 * pages cost a server that runs, so nine hundred pages are rendered before the measured ones, and the measured ones are asked for again as
 * soon as they are no longer fresh. Two other costs are printed and have no limit: of the first pages of a process, because V8 still
 * interprets most of the code that makes them, and of those after a pause, when V8 and the processor have put all of it away.
 */
async function measureServer({ url, pid, creators }: Site): Promise<{ cold: number[]; warm: number }> {
  const paths = creators.flatMap((name) => [
    `/${name}/current-goals`,
    `/${name}/tips`,
    `/${name}/completed-goals`,
  ])
  // Each theme and language has a page of its own. With so many, one collection of V8's garbage does not decide the figure.
  const themes = ['', 'brimful_theme=light', 'brimful_theme=dark']
  const requests = paths.flatMap((path) =>
    ['en', 'de'].flatMap((locale) => themes.map((theme) => ({ path, locale, theme }))),
  )
  const send = async ({ path, locale, theme }: (typeof requests)[number], cookie = theme) => {
    const headers = { 'accept-language': locale, 'accept-encoding': 'br', cookie }
    await (await fetch(url + path, { headers })).arrayBuffer()
  }
  const sendAll = async () => {
    for (const request of requests) await send(request)
  }
  const costOf = async (work: () => Promise<void>, pages: number) => {
    const before = cpuSecondsOf(pid)
    await work()
    return ((cpuSecondsOf(pid) - before) * 1000) / pages
  }

  const first = await costOf(sendAll, requests.length)
  // Pages for browsers that seem to be signed in are rendered each time.
  for (let i = 0; i < warmRenders; i++) await send(requests[i % requests.length]!, 'brimful_signed_in=1')
  const sendAllAfter = async (pauseMs: number) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return costOf(sendAll, requests.length)
  }
  const afterPause = await sendAllAfter(staleMs)
  const cold: number[] = []
  while (cold.length < coldRounds) cold.push(await sendAllAfter(freshMs))
  const sendWarm = async () => {
    for (let i = 0; i < warmRequests; i++) await send(requests[0]!)
  }
  await sendWarm()
  const warm = await costOf(sendWarm, warmRequests)
  const [early, late, kept] = [first, afterPause, warm].map((ms) => ms.toFixed(2))
  const rendered = cold.map((ms) => ms.toFixed(1)).join(' ')
  console.log(
    `  ms of the server for a page: first ${early}, after a pause ${late}, rendered ${rendered}, kept ${kept}`,
  )
  return { cold, warm }
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
