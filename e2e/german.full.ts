/** The whole site for somebody whose browser asks for German: no text of the English catalogue is left on any page. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '../i18n/compiled/messages.js'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { desktop, visit } from './visitors.ts'
import type { Visitor } from './visitors.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

const publicPaths = [
  '/',
  '/explore',
  '/featured-creators',
  '/privacy-policy',
  '/terms-of-service',
  '/cookieyes-generated-policy',
  '/miravale/current-goals',
  '/miravale/completed-goals',
  '/miravale/tips',
  '/nobody_at_all/current-goals',
  '/dashboard/payment-failure',
  '/no/such/page',
]
const strangerPaths = ['/account', '/signup', '/authentication/reset-password']
const signedInPaths = [
  '/dashboard',
  '/dashboard/goals-overview',
  '/dashboard/notification',
  '/dashboard/account-setting',
  '/dashboard/payment-setting2',
  '/dashboard/profile-setting',
  '/dashboard/payment-setting',
  '/dashboard/stream-setting',
  '/dashboard/notifications-setting',
  '/dashboard/chatbot-setting',
  '/dashboard/Integrations-setting',
  '/dashboard/donothon-timer-setting',
  '/user/miravale/total-earnings',
]

/** English texts that nothing is filled into and that German says otherwise. */
function englishTexts(): Set<string> {
  const marked = new Proxy({}, { get: () => '\u0001' })
  const say = Object.values(m) as ((values: object, to: { locale: 'en' | 'de' }) => string)[]
  const german = new Set(say.map((message) => message(marked, { locale: 'de' })))
  const english = say.map((message) => message(marked, { locale: 'en' }))
  const demoTitle = m.landing_example_goal_1({}, { locale: 'en' }) // a creator's own words in the demo as well
  const isOurs = (text: string) => !text.includes('\u0001') && !german.has(text) && text !== demoTitle
  return new Set(english.filter(isOurs))
}

/** What stands on the page, and what is read out of it. */
async function textsOf({ page }: Visitor): Promise<string[]> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const lines = document.body.innerText.split('\n')
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [document.title, ...lines, ...attributes].map((text) => text.trim())
  })
}

async function findEnglish(visitor: Visitor, paths: readonly string[]): Promise<[string, string][]> {
  const english = englishTexts()
  const found: [string, string][] = []
  for (const path of paths) {
    await visitor.open(path)
    const texts = await textsOf(visitor)
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('de')
    found.push(...texts.filter((text) => english.has(text)).map((text): [string, string] => [path, text]))
  }
  return found
}

test.each([
  ['a stranger', undefined, [...publicPaths, ...strangerPaths]],
  ['a supporter', 'ada@brimful.example', [...publicPaths, ...signedInPaths]],
  ['a creator', 'mira@brimful.example', [...publicPaths, ...signedInPaths]],
])('%s who reads German finds no English text of ours', async (_, email, paths) => {
  const account = product.accounts.find((known) => known.email === email)
  const visitor = await visit(browser, product, account, { viewport: desktop, locale: 'de-DE' })

  expect(await findEnglish(visitor, paths)).toEqual([])
})
