/** One visit of a person on a slow phone, in a browser context of its own. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { percentile } from './rounds.ts'

/** What a visit measured. */
export interface Visit {
  /** Largest contentful paint, in seconds. */
  lcp: number
  /** Total blocking time, in milliseconds: what long tasks took beyond 50 ms each. */
  tbt: number
  /** The sum of all layout shifts. */
  cls: number
  /** The addresses of the scripts that were requested before the tip box reacted; empty without a tip box. */
  scripts: string[]
  /** What the main thread does while nothing happens, in milliseconds per second. Undefined unless requested. */
  restMs: number | undefined
  /** The longest task, and what moved. They help to find the cause of a figure. */
  longestTask: number
  moved: string[]
}

interface VisitOptions {
  hasTipBox: boolean
  /** Whether to wait longer and measure the page at rest. */
  isMeasuredAtRest: boolean
}

const phone = { width: 390, height: 844 }
/** 1.6 Mbit/s each way, with 150 ms to the server and back; the processor is four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const processorRate = 4
/** For a page to load and become still; a visit that takes longer has failed. */
const visitTimeoutMs = 45_000
const settleMs = 2_000
/** After this time, what follows a page's load has ended as well: PayPal's buttons, the example tips of the landing page. */
const restAfterMs = 26_000
const restSeconds = 4
/** The middle of so many periods counts: about half a minute after a page has loaded, V8 once collects its garbage for 60 ms. */
const restPeriods = 3

type Observed = Pick<Visit, 'lcp' | 'tbt' | 'cls' | 'longestTask' | 'moved'>

/** Opens a page in a new browser context and measures it. The certificate of a proxy on this machine is not checked. */
export async function measureVisit(
  browser: Browser,
  url: string,
  { hasTipBox, isMeasuredAtRest }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
  })
  context.setDefaultTimeout(visitTimeoutMs)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: processorRate })
    await page.addInitScript({ content: observe })
    const scripts = noteScripts(page)
    await page.goto(url, { waitUntil: 'load' })
    if (hasTipBox) await waitForTipBox(page)
    const needed = hasTipBox ? [...scripts] : []
    await page.waitForTimeout(settleMs)
    const restMs = isMeasuredAtRest ? await measureRest(page, session) : undefined
    return { ...(await page.evaluate<Observed>('observed')), scripts: needed, restMs }
  } finally {
    await context.close()
  }
}

/**
 * The script that observes a page from before its own scripts on (https://web.dev/articles/lcp, https://web.dev/articles/tbt). It is
 * text, because the loader that runs benchmarks adds helpers to functions, which a page does not have.
 */
const observe = `
  const observed = (globalThis.observed = { lcp: 0, tbt: 0, cls: 0, longestTask: 0, moved: [] })
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  const nameOf = (node) => (node ? (node.id ? '#' + node.id : node.nodeName) + ' ' + (node.textContent ?? '').slice(0, 40) : '')
  watch('largest-contentful-paint', ({ startTime }) => (observed.lcp = startTime / 1000))
  watch('longtask', ({ duration }) => {
    observed.tbt += Math.max(duration - 50, 0)
    observed.longestTask = Math.max(observed.longestTask, duration)
  })
  watch('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return
    observed.cls += value
    observed.moved.push(...sources.map(({ node }) => value.toFixed(3) + ' ' + nameOf(node)))
  })
`

function noteScripts(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('.js')) scripts.add(url.pathname)
  })
  return scripts
}

/** The part of a page's `document` that is used; benchmarks are compiled without the types of browsers. */
interface PageGlobal {
  document: { querySelector(selector: string): object | null }
}

/** Waits until React handles the events of the tip box's amount. A string would be refused by the page's content policy. */
async function waitForTipBox(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const amount = (globalThis as unknown as PageGlobal).document.querySelector('#tip input[name=amount]')
    return Object.keys(amount ?? {}).some((key) => key.startsWith('__reactProps'))
  })
}

async function measureRest(page: Page, session: CDPSession): Promise<number> {
  await page.waitForTimeout(restAfterMs)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
  const periods: number[] = []
  for (let n = 0; n < restPeriods; n++) {
    const before = await read()
    await page.waitForTimeout(restSeconds * 1000)
    periods.push((((await read()) - before) * 1000) / restSeconds)
  }
  return percentile(periods, 50)
}
