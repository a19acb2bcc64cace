/** Every route of the table as a stranger, a supporter and a creator: each shows what was seeded for this run, and nothing is wrong with it. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { seedRun } from './marked-data.ts'
import type { Run } from './marked-data.ts'
import { desktop, judge, phone, visit } from './visitors.ts'
import type { Visitor } from './visitors.ts'

let browser: Browser
let product: Product
let run: Run
let sessionId: string

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  run = await seedRun(product)
  sessionId = await payByCard()
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

type Look = (page: Page) => Promise<unknown>

/** What a route shows of this run, by role. */
interface Shown {
  path: () => string
  creator: Look
  supporter: Look
  /** Absent where a stranger logs in first. */
  stranger?: Look
}

const text = (words: () => string) => (page: Page) => page.getByText(words()).first().waitFor()
const field = (label: string, words: () => string) => async (page: Page) => {
  await expect.poll(() => page.getByLabel(label).first().inputValue()).toContain(words())
}
const offer = (page: Page) => page.getByRole('button', { name: 'Become a creator' }).waitFor()
const marked = text(() => run.mark)
const both = (look: Look) => ({ creator: look, supporter: look })
const all = (look: Look) => ({ ...both(look), stranger: look })
const at = (path: string) => () => path
const home = (rest: () => string) => () => `/${run.creatorName}${rest()}`
const user = (rest: () => string) => () => `/user${home(rest)()}`

const goalsOff = async (page: Page) => {
  await expect
    .poll(() => page.getByRole('switch', { name: 'Goals' }).getAttribute('aria-checked'))
    .toBe('false')
}
const testimonial = async (page: Page) => {
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await page.locator(`a[href="https://${run.mark}.example/"]`).waitFor()
}
const wayBack = async (page: Page) => {
  const kept = { sessionId, path: `/${run.mark}`, name: '', isPrivate: false, isAnonymous: false }
  await page.evaluate((value) => sessionStorage.setItem('brimful.checkout', value), JSON.stringify(kept))
  await page.reload()
  await page.locator(`a[href="/${run.mark}"]`).waitFor()
}

const open: Shown[] = [
  { path: at('/'), ...all(testimonial) },
  { path: at('/featured-creators'), ...all(marked) },
  { path: at('/privacy-policy'), ...all(text(() => product.url)) },
  { path: at('/terms-of-service'), ...all(text(() => product.url)) },
  { path: at('/cookieyes-generated-policy'), ...all(text(() => product.url)) },
  {
    path: () => `/account/login/${run.mark}@mail.example`,
    ...both(marked),
    stranger: field('Email', () => run.mark),
  },
  { path: at('/explore'), ...all(marked) },
  { path: at('/dashboard/explore?tag=synths'), ...all(marked) },
  { path: () => `/dashboard/payment-success/${sessionId}`, ...all(marked) },
  { path: at('/dashboard/payment-failure'), ...all(wayBack) },
  { path: home(() => ''), ...all(text(() => `Running ${run.mark}`)) },
  { path: home(() => '/current-goals'), ...all(text(() => `Running ${run.mark}`)) },
  { path: home(() => `/current-goals/${run.running}`), ...all(text(() => `For ${run.mark}`)) },
  { path: home(() => '/completed-goals'), ...all(text(() => `Done ${run.mark}`)) },
  { path: home(() => `/completed-goals/${run.done}`), ...all(text(() => `Done ${run.mark}`)) },
  { path: home(() => `/fund-goal/${run.running}`), ...all(text(() => `Running ${run.mark}`)) },
  { path: home(() => '/tips/'), ...all(marked) },
  { path: home(() => `/user/${run.supporterUid}`), ...all(text(() => `Fan ${run.mark}`)) },
]
const settings: Shown[] = ['/dashboard', ''].flatMap((base) => [
  { path: at(`${base}/profile-setting`), ...both(field('About you', () => run.mark)) },
  { path: at(`${base}/payment-setting`), creator: marked, supporter: offer },
  {
    path: at(`${base}/stream-setting`),
    creator: field('Stream Alert URL', () => run.creatorUid),
    supporter: offer,
  },
  { path: at(`${base}/notifications-setting`), ...both(goalsOff) },
  { path: at(`${base}/chatbot-setting`), creator: marked, supporter: offer },
])
const closed: Shown[] = [
  { path: at('/dashboard'), ...both(marked) },
  { path: at('/dashboard/insights'), ...both(marked) },
  { path: at('/dashboard/goals-overview'), creator: marked, supporter: offer },
  { path: at('/dashboard/notification'), creator: marked, supporter: text(() => 'Nothing here yet.') },
  { path: at('/dashboard/account-setting'), ...both(text(() => 'This browser')) },
  { path: at('/dashboard/payment-setting2'), creator: text(() => `Fan ${run.mark}`), supporter: offer },
  { path: at('/dashboard/Integrations-setting'), creator: text(() => product.url), supporter: offer },
  {
    path: at('/dashboard/donothon-timer-setting'),
    creator: field('Timer URL', () => run.creatorUid),
    supporter: offer,
  },
  ...settings,
  { path: user(() => '/current-goals'), ...both(text(() => `Running ${run.mark}`)) },
  { path: user(() => `/current-goals/${run.running}`), ...both(text(() => `For ${run.mark}`)) },
  { path: user(() => `/completed-goals/${run.done}`), ...both(text(() => `Done ${run.mark}`)) },
  { path: user(() => `/fund-goal/${run.running}`), ...both(text(() => `Running ${run.mark}`)) },
  { path: user(() => '/total-earnings'), creator: marked, supporter: offer },
]
const routes = [...open, ...closed]

test('a stranger on a phone sees what is open, logs in for the rest, and comes back to the page that was asked for', async () => {
  const stranger = await visit(browser, product, undefined, { viewport: phone })
  const toLogIn: Look = (page) => page.waitForURL(`${product.url}/account`)
  expect(await lookAll(stranger, ({ stranger: look }) => look ?? toLogIn)).toEqual([])

  await stranger.open('/dashboard/goals-overview')
  const { email, password } = accountOf('otto')
  await stranger.page.getByLabel('Email').fill(email)
  await stranger.page.getByLabel('Password', { exact: true }).fill(password)
  await stranger.page.keyboard.press('Enter')
  await stranger.page.waitForURL('**/dashboard/goals-overview')
})

test.each([
  ['open', open],
  ['closed', closed],
])('a creator at a desk sees on each that is %s what was seeded for this run', async (_, some) => {
  const creator = await visit(browser, product, accountOf('otto'), { viewport: desktop })
  expect(await lookAll(creator, ({ creator: look }) => look, some)).toEqual([])
})

test('a supporter sees the own side of each, on a phone in the dark', async () => {
  const options = { viewport: phone, colorScheme: 'dark' } as const
  const supporter = await visit(browser, product, accountOf('ada'), options)
  expect(await lookAll(supporter, ({ supporter: look }) => look)).toEqual([])

  await supporter.open('/dashboard')
  await supporter.page
    .getByRole('link', { name: /^Receipt for your tip to/ })
    .first()
    .click()
  const receipt = supporter.page.getByRole('region', { name: 'Receipt', exact: true })
  await receipt.getByText(`Running ${run.mark}`).waitFor()
  await receipt.getByText('$1,234').first().waitFor()
  await judge(supporter.page)
})

/** Opens these routes, or all, and looks at each; returns what the console complained of, by route. */
async function lookAll(
  visitor: Visitor,
  lookOf: (route: Shown) => Look,
  some: readonly Shown[] = routes,
): Promise<string[]> {
  const found: string[] = []
  for (const route of some) {
    const path = route.path()
    await visitor.open(path)
    await lookOf(route)(visitor.page).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`)
    })
    await judge(visitor.page)
    found.push(...visitor.complaints().map((complaint) => `${path}: ${complaint}`))
  }
  return found
}

/** A card payment for the goal that runs, paid; its session is what the page of thanks is opened with. */
async function payByCard(): Promise<string> {
  const order = { amount: 700, name: `Card ${run.mark}`, message: '', isPrivateMessage: false }
  const answer = await fetch(`${product.url}/api/v1/stripe/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, GoalUid: run.running, ReceipentUID: run.creatorUid }),
  })
  const { sessionId: opened } = (await answer.json()) as { sessionId: string }
  await product.control('/stripe/control/pay', { sessionId: opened })
  return opened
}

function accountOf(name: string) {
  return product.accounts.find(({ email }) => email.startsWith(`${name}@`))!
}
