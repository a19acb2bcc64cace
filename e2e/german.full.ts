/** Tests the whole site in a browser set to German: no page contains a text of the English catalogue. */
import { expect, test } from 'vitest'
import { m } from '../i18n/compiled/messages.js'
import { setUpProduct } from './product-fixture.ts'
import type { Visitor } from './visitors.ts'

const product = setUpProduct()

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
const signedOutPaths = ['/account', '/signup', '/authentication/reset-password']
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
  '/dashboard/tools-setting',
  '/dashboard/import-setting',
  '/dashboard/Integrations-setting',
  '/dashboard/donothon-timer-setting',
  '/dashboard/control-panel',
  '/control-panel',
  '/control-panel/invite',
  '/control-panel/invite#token',
  '/user/miravale/total-earnings',
]

/** Returns the English texts without parameters whose German version is different. */
function englishTexts(): Set<string> {
  const marked = new Proxy({}, { get: () => '\u0001' })
  const messages = Object.values(m) as ((values: object, to: { locale: 'en' | 'de' }) => string)[]
  const german = new Set(messages.map((message) => message(marked, { locale: 'de' })))
  const english = messages.map((message) => message(marked, { locale: 'en' }))
  // This English text is also the title of a goal in the demo.
  const demoTitle = m.landing_example_goal_1({}, { locale: 'en' })
  const isOurs = (text: string) => !text.includes('\u0001') && !german.has(text) && text !== demoTitle
  return new Set(english.filter(isOurs))
}

/** Returns the page's visible texts and its texts for screen readers. */
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
  ['a new visitor', undefined, [...publicPaths, ...signedOutPaths]],
  ['a supporter', 'ada', [...publicPaths, ...signedInPaths]],
  ['a creator', 'mira', [...publicPaths, ...signedInPaths]],
])('%s who reads German sees no English text of ours', async (_, name, paths) => {
  const visitor = await product.visit(name, { locale: 'de-DE' })

  expect(await findEnglish(visitor, paths)).toEqual([])
})
