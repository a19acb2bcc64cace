/** People in browsers: strangers and those who are signed in, each watched for errors that nobody should see. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from './product.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }
/** What a journey is made on: a phone, and in `npm run test:full` a desk as well. */
export const screens = process.env.TEST_FULL === 'true' ? [phone, desktop] : [phone]

export interface Visitor {
  page: Page
  /** What the console has complained of since it was asked last; what the test brings about itself is named by it. */
  complaints(): string[]
  open(path: string): Promise<void>
}

type Account = { email: string; password: string }

/** Opens a browser for somebody; with an account, signed in. */
export async function visit(
  browser: Browser,
  product: Pick<Product, 'url'>,
  account?: Account,
  options: BrowserContextOptions = { viewport: desktop },
): Promise<Visitor> {
  const context = await browser.newContext(options)
  if (account) {
    const { email, password } = account
    const answer = await context.request.post(`${product.url}/api/v1/account/log-in`, {
      data: { email, password },
    })
    expect(answer.status()).toBe(200)
  }
  const page = await context.newPage()
  const heard: string[] = []
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  return {
    page,
    complaints: () => heard.splice(0),
    open: async (path) => void (await page.goto(product.url + path)),
  }
}

/** Nothing is wrong with the page once it has come to rest: half-way through a fade nothing has contrast. */
export async function judge(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  )
  await judgeNow(page)
}

/** Nothing that axe can find is wrong with the page as it stands, and nothing is wider than the screen. */
export async function judgeNow(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes.map(({ html }) => html)])).toEqual([])
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
