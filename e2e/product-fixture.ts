/**
 * Starts a browser and a running product for the tests in a file or a `describe`, and shows what the pages of a failed test showed.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchChromium } from './browser.ts'
import { openMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { openSource } from './obs-source.ts'
import type { Source } from './obs-source.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import type { Backend } from '../db/queue-backends.fixture.ts'
import type { Env } from './product-parts.ts'
import { openRecords } from './records.ts'
import type { Records } from './records.ts'
import { desktop, openVisitor, stream } from './visitors.ts'
import type { Account, Visitor } from './visitors.ts'

export type ProductFixture = ReturnType<typeof setUpProduct>

interface Running extends Product, Records {
  browser: Browser
  mailbox: Mailbox
}

export type VisitOptions = BrowserContextOptions & { account?: Account }

interface FixtureOptions {
  backend?: Backend
  settings?: Env
  /** The site's host name, for tests where its IP address does not work. */
  host?: string
  /** The default size of all pages. */
  viewport?: { width: number; height: number }
  /** `reduce` where no test looks at a movement: pages without animations cost a sixth less of the processor. */
  reducedMotion?: 'reduce' | 'no-preference'
}

/**
 * Starts a browser and the product before the tests, and ends both after them. After each test, closes the pages that it opened.
 * The texts of a failed test's pages are printed; if TRACES_DIR is set, their pictures and traces are saved there (https://playwright.dev/docs/trace-viewer).
 */
export function setUpProduct({
  backend = 'postgres',
  settings = {},
  host,
  viewport = desktop,
  reducedMotion = 'no-preference',
}: FixtureOptions = {}) {
  const running: Running = Object.create(null) // its properties are set before the first test
  let openedBefore: BrowserContext[] = []

  async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await running.browser.newContext({ viewport, reducedMotion, ...options })
    if (process.env.TRACES_DIR) await context.tracing.start({ screenshots: true, snapshots: true })
    return context
  }

  /** Returns the demo account whose email begins with `name`. */
  function account(name: string): Account {
    return running.accounts.find(({ email }) => email.startsWith(`${name}@`))!
  }

  /** Opens a new browser context, signed in with the demo account `name` if given. */
  async function visit(name?: string, { account: given, ...options }: VisitOptions = {}): Promise<Visitor> {
    return openVisitor(await newContext(options), running, given ?? (name ? account(name) : undefined))
  }

  /** Opens a page in a new browser context. */
  async function openPage(
    path: string,
    { as, ...options }: VisitOptions & { as?: string } = {},
  ): Promise<Page> {
    const visitor = await visit(as, options)
    await visitor.open(path)
    return visitor.page
  }

  /** Opens the alert page. It remembers what it has shown, which may be gone before a test on a busy computer looks. */
  async function openOverlay(query: string): Promise<Source> {
    return openSource(await newContext({ viewport: stream }), `${running.url}/streamalerts${query}`)
  }

  beforeAll(async () => {
    running.browser = await launchChromium()
    Object.assign(running, await startProduct(backend, settings, host))
    Object.assign(running, openRecords(running), { mailbox: openMailbox(running) })
  })
  beforeEach(() => {
    openedBefore = running.browser.contexts()
  })
  afterEach(async ({ task }) => {
    const opened = running.browser.contexts().filter((context) => !openedBefore.includes(context))
    if (task.result?.state === 'fail') await saveEvidence(running.browser.contexts(), task.name)
    // because open pages with animations would slow down the next test
    await Promise.all(opened.map((context) => context.close()))
  })
  afterAll(async () => {
    await running.browser?.close()
    await running[Symbol.asyncDispose]?.()
  })
  return Object.assign(running, { account, visit, openPage, openOverlay })
}

/** How long a page may take to say what it shows after a failure, in milliseconds. */
const evidenceMs = 2_000

/** Prints the text of every page; if TRACES_DIR is set, also saves a screenshot of every page and the trace of every context. */
async function saveEvidence(contexts: BrowserContext[], testName: string): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.innerText('body', { timeout: evidenceMs }).catch(String)
    console.log(`${page.url()} showed: ${text.replace(/\s+/g, ' ').slice(0, 2_000)}`)
  }
  const folder = process.env.TRACES_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = testName.replace(/[^\p{L}\d]+/gu, '-').slice(0, 100)
  for (const [i, context] of contexts.entries()) {
    for (const [n, page] of context.pages().entries())
      await page.screenshot({ path: join(folder, `${name}-${i}-${n}.png`) }).catch(() => {})
    await context.tracing.stop({ path: join(folder, `${name}-${i}.zip`) }).catch(() => {})
  }
}
