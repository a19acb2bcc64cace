/** Opens pages for people, signed in or not, and collects the errors in their consoles. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isPrivatePath } from '../contract/pages/private-paths.ts'
import { findViolations, measureOverflow } from './accessibility.ts'
import type { Product } from './product.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }
/** The size of a browser source in OBS. */
export const stream = { width: 1280, height: 720 }
/** The screen sizes for tests that run on several: a phone and, in `npm run test:full`, also a desktop. */
export const screens = process.env.TEST_FULL === 'true' ? [phone, desktop] : [phone]

export interface Account {
  email: string
  password: string
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>

/** Opens a page in `context`, signed in with `account` if there is one. */
export async function openVisitor(context: BrowserContext, { url }: Pick<Product, 'url'>, account?: Account) {
  if (account) {
    const { email, password } = account
    const response = await context.request.post(`${url}/api/v1/account/log-in`, {
      data: { email, password },
    })
    expect(response.status()).toBe(200)
  }
  const page = await context.newPage()
  waitForDocuments(page)
  const errors = noteErrors(page)
  return {
    page,
    /** Returns the errors in the console since the last call. */
    takeErrors: () => errors.splice(0),
    open: async (path: string) => void (await page.goto(url + path)),
  }
}

/**
 * Lets a test act on whole documents. Between public and private pages a page loads a document by itself, after its address has changed
 * (`web/src/screens/other-document.tsx`): a visit waits for that document, as does waiting for an address, and a look at one that is
 * gone is repeated.
 */
function waitForDocuments(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...visit) => {
    await waitForOwnDocument(page)
    return repeatIf('ERR_ABORTED', page, () => goto(...visit))
  }
  const waitForURL = page.waitForURL.bind(page)
  page.waitForURL = async (...wanted) => {
    await waitForURL(...wanted)
    await waitForOwnDocument(page)
  }
  const evaluate = page.evaluate.bind(page) as (...look: unknown[]) => Promise<unknown>
  Object.assign(page, { evaluate: (...look: unknown[]) => repeatIf(gone, page, () => evaluate(...look)) })
}

const gone = 'Execution context was destroyed'

/** Waits while a page is about to load a document of the other kind, public or private, for the address that it has. */
async function waitForOwnDocument(page: Page): Promise<void> {
  const isOwn = async () => {
    const { protocol, pathname } = new URL(page.url())
    if (!protocol.startsWith('http') || pathname === '/maintenance') return true // which every document shows
    const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)
    return loaded === undefined || isPrivatePath(new URL(loaded).pathname) === isPrivatePath(pathname)
  }
  await expect.poll(isOwn).toBe(true)
}

async function repeatIf<T>(interruption: string, page: Page, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!String(error).includes(interruption)) throw error
    await page.waitForLoadState()
    return act()
  }
}

/** Notes the errors in a page's console from now on. */
export function noteErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Waits until the page has loaded, then checks it as `checkPageNow` does. */
export async function checkPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await checkPageNow(page)
}

/** Checks that axe reports nothing, as `findViolations` says, and that nothing is wider than the screen. */
export async function checkPageNow(page: Page): Promise<void> {
  const [violations, overflow] = [await findViolations(page), await measureOverflow(page)]
  expect({ url: page.url(), violations, overflow }).toEqual({ url: page.url(), violations: [], overflow: 0 })
}
