/** What the tests of a file or a `describe` share: a browser, a running product, and evidence of a failure. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchChromium } from './browser.ts'
import { openMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { startProduct } from './product.ts'
import type { Backend, Product, Settings } from './product.ts'
import { desktop, openVisitor } from './visitors.ts'
import type { Account, Visitor } from './visitors.ts'

export interface ProductFixture extends Product {
  browser: Browser
  mailbox: Mailbox
  /** Returns the demo account whose email begins with `name`. */
  account(name: string): Account
  /** Opens a new browser context, signed in with the demo account `name` if there is one. */
  visit(name?: string, options?: VisitOptions): Promise<Visitor>
  /** Opens a page in a new browser context. */
  openPage(path: string, options?: VisitOptions & { as?: string | undefined }): Promise<Page>
}

export type VisitOptions = BrowserContextOptions & { account?: Account }

interface FixtureOptions {
  backend?: Backend
  settings?: Settings
  /** The default size of all pages. */
  viewport?: { width: number; height: number }
}

/**
 * Starts a browser and the product before the tests, and ends both after them. Pages that a test has opened are closed after it.
 * With TRACES_DIR set, the pages and traces of a failed test are saved there (https://playwright.dev/docs/trace-viewer).
 */
export function setUpProduct({
  backend = 'postgres',
  settings = {},
  viewport = desktop,
}: FixtureOptions = {}): ProductFixture {
  const fixture: ProductFixture = Object.create(null) // filled in before the first test
  let openedBefore: BrowserContext[] = []

  async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await fixture.browser.newContext({ viewport, ...options })
    if (process.env.TRACES_DIR) await context.tracing.start({ screenshots: true, snapshots: true })
    return context
  }
  const account = (name: string) => fixture.accounts.find(({ email }) => email.startsWith(`${name}@`))!
  const visit: ProductFixture['visit'] = async (name, { account: given, ...options } = {}) =>
    openVisitor(await newContext(options), fixture, given ?? (name === undefined ? undefined : account(name)))

  beforeAll(async () => {
    Object.assign(fixture, { account, visit, browser: await launchChromium() })
    Object.assign(fixture, await startProduct(backend, settings))
    Object.assign(fixture, { mailbox: openMailbox(fixture) })
    fixture.openPage = async (path, { as, ...options } = {}) => {
      const visitor = await visit(as, options)
      await visitor.open(path)
      return visitor.page
    }
  })
  beforeEach(() => {
    openedBefore = fixture.browser.contexts()
  })
  afterEach(async ({ task }) => {
    const opened = fixture.browser.contexts().filter((context) => !openedBefore.includes(context))
    if (task.result?.state === 'fail') await saveEvidence(fixture.browser.contexts(), task.name)
    await Promise.all(opened.map((context) => context.close())) // their animations would slow down the next test
  })
  afterAll(async () => {
    await fixture.browser?.close()
    await fixture[Symbol.asyncDispose]?.()
  })
  return fixture
}

/** Saves a screenshot of every page and the trace of every context. */
async function saveEvidence(contexts: BrowserContext[], testName: string): Promise<void> {
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
