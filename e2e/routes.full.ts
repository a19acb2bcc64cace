/**
 * Tests every route, signed out, as a supporter and as a creator: each shows data that this run created, and passes `checkPage`.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seedMarkedData } from './marked-data.ts'
import type { MarkedData } from './marked-data.ts'
import { logIn } from './page-steps.ts'
import { fetchJson } from './program.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPage, phone } from './visitors.ts'
import type { Visitor } from './visitors.ts'

const product = setUpProduct()
let data: MarkedData
let sessionId: string

beforeAll(async () => {
  data = await seedMarkedData(product)
  sessionId = await payByCard()
})

type Check = (page: Page) => Promise<unknown>

/** The data of this run that a route must show, by role. */
interface RouteCase {
  path: () => string
  creator: Check
  supporter: Check
  /** Undefined if the route redirects visitors to log-in. */
  signedOut?: Check
}

const text = (expected: () => string) => (page: Page) => page.getByText(expected()).first().waitFor()
const field = (label: string, expected: () => string) => async (page: Page) => {
  await expect.poll(() => page.getByLabel(label).first().inputValue()).toContain(expected())
}
const upgradeOffer = (page: Page) => page.getByRole('button', { name: 'Become a creator' }).waitFor()
const marked = text(() => data.mark)
const signedIn = (check: Check) => ({ creator: check, supporter: check })
const all = (check: Check) => ({ ...signedIn(check), signedOut: check })
const at = (path: string) => () => path
const home = (rest: () => string) => () => `/${data.creatorName}${rest()}`
const user = (rest: () => string) => () => `/user${home(rest)()}`

/** The page of the address for OBS, with the editor of styles, whose preview shows a goal of this run. */
const streamSettings = async (page: Page) => {
  await field('Stream Alert URL', () => data.creatorUid)(page)
  const preview = page.frameLocator('iframe[src="/streamalerts?editor"]')
  await preview.locator('.bar', { hasText: data.mark }).waitFor()
}
const goalsSwitchedOff = async (page: Page) => {
  await expect.poll(() => page.getByRole('switch', { name: 'Goals' }).isChecked()).toBe(false)
}
const testimonial = async (page: Page) => {
  await page.getByRole('heading', { name: 'What creators say' }).scrollIntoViewIfNeeded()
  await page.locator(`a[href="https://${data.mark}.example/"]`).waitFor()
}
const tryAgainLink = async (page: Page) => {
  const order = { goalId: null, amountMinor: 7_00, name: '', message: '', coversFee: false }
  const checkout = {
    sessionId,
    path: `/${data.mark}`,
    order: { ...order, isPrivate: false, isAnonymous: false },
  }
  await page.evaluate((value) => sessionStorage.setItem('brimful.checkout', value), JSON.stringify(checkout))
  await page.reload()
  await page.locator(`a[href="/${data.mark}"]`).waitFor()
}

const publicRoutes: RouteCase[] = [
  { path: at('/'), ...all(testimonial) },
  { path: at('/featured-creators'), ...all(marked) },
  { path: at('/privacy-policy'), ...all(text(() => product.url)) },
  { path: at('/terms-of-service'), ...all(text(() => product.url)) },
  { path: at('/cookieyes-generated-policy'), ...all(text(() => product.url)) },
  {
    path: () => `/account/login/${data.mark}@mail.example`,
    ...signedIn(marked),
    signedOut: field('Email', () => data.mark),
  },
  { path: at('/explore'), ...all(marked) },
  { path: at('/dashboard/explore?tag=synths'), ...all(marked) },
  { path: () => `/dashboard/payment-success/${sessionId}`, ...all(marked) },
  { path: at('/dashboard/payment-failure'), ...all(tryAgainLink) },
  { path: home(() => ''), ...all(text(() => `Running ${data.mark}`)) },
  { path: home(() => '/current-goals'), ...all(text(() => `Running ${data.mark}`)) },
  { path: home(() => `/current-goals/${data.running}`), ...all(text(() => `For ${data.mark}`)) },
  { path: home(() => '/completed-goals'), ...all(text(() => `Done ${data.mark}`)) },
  { path: home(() => `/completed-goals/${data.done}`), ...all(text(() => `Done ${data.mark}`)) },
  { path: home(() => `/fund-goal/${data.running}`), ...all(text(() => `Running ${data.mark}`)) },
  { path: home(() => '/tips/'), ...all(marked) },
  { path: home(() => `/user/${data.supporterUid}`), ...all(text(() => `Supporter ${data.mark}`)) },
]
const settingsRoutes: RouteCase[] = ['/dashboard', ''].flatMap((base) => [
  { path: at(`${base}/profile-setting`), ...signedIn(field('About you', () => data.mark)) },
  { path: at(`${base}/payment-setting`), creator: marked, supporter: upgradeOffer },
  {
    path: at(`${base}/stream-setting`),
    creator: streamSettings,
    supporter: upgradeOffer,
  },
  { path: at(`${base}/notifications-setting`), ...signedIn(goalsSwitchedOff) },
  { path: at(`${base}/chatbot-setting`), creator: marked, supporter: upgradeOffer },
  { path: at(`${base}/tools-setting`), creator: text(() => 'No API tokens yet.'), supporter: upgradeOffer },
  { path: at(`${base}/import-setting`), creator: text(() => 'No imports yet.'), supporter: upgradeOffer },
])
const privateRoutes: RouteCase[] = [
  { path: at('/dashboard'), ...signedIn(marked) },
  { path: at('/dashboard/insights'), ...signedIn(marked) },
  { path: at('/dashboard/goals-overview'), creator: marked, supporter: upgradeOffer },
  { path: at('/dashboard/notification'), creator: marked, supporter: text(() => 'Nothing here yet.') },
  { path: at('/dashboard/account-setting'), ...signedIn(text(() => 'This browser')) },
  {
    path: at('/dashboard/payment-setting2'),
    creator: text(() => `Supporter ${data.mark}`),
    supporter: upgradeOffer,
  },
  { path: at('/dashboard/Integrations-setting'), creator: text(() => product.url), supporter: upgradeOffer },
  {
    path: at('/dashboard/donothon-timer-setting'),
    creator: field('Timer URL', () => data.creatorUid),
    supporter: upgradeOffer,
  },
  ...['/dashboard', ''].map((base) => ({
    path: at(`${base}/control-panel`),
    creator: text(() => `Supporter ${data.mark}`),
    supporter: text(() => 'You don’t moderate for anyone yet. Ask a creator for a link.'),
  })),
  {
    path: at('/control-panel/invite'),
    ...signedIn(text(() => 'This link is not complete. Open it again from the message.')),
  },
  ...settingsRoutes,
  { path: user(() => '/current-goals'), ...signedIn(text(() => `Running ${data.mark}`)) },
  { path: user(() => `/current-goals/${data.running}`), ...signedIn(text(() => `For ${data.mark}`)) },
  { path: user(() => `/completed-goals/${data.done}`), ...signedIn(text(() => `Done ${data.mark}`)) },
  { path: user(() => `/fund-goal/${data.running}`), ...signedIn(text(() => `Running ${data.mark}`)) },
  { path: user(() => '/total-earnings'), creator: marked, supporter: upgradeOffer },
]
const routes = [...publicRoutes, ...privateRoutes]

test('a signed-out visitor on a phone sees the public routes, logs in for the others, and returns to the requested page', async () => {
  const visitor = await product.visit(undefined, { viewport: phone })
  const toLogIn: Check = (page) => page.waitForURL(`${product.url}/account`)
  expect(await checkRoutes(visitor, ({ signedOut }) => signedOut ?? toLogIn)).toEqual([])

  await visitor.open('/dashboard/goals-overview')
  await logIn(visitor.page, product.account('otto'))
  await visitor.page.waitForURL('**/dashboard/goals-overview')
})

test.each([
  ['public', publicRoutes],
  ['private', privateRoutes],
])('a creator on a desktop sees this run’s data on each %s route', async (_, some) => {
  const creator = await product.visit('otto')
  expect(await checkRoutes(creator, (route) => route.creator, some)).toEqual([])
})

test('a supporter sees their own version of each route, on a phone in dark mode', async () => {
  const options = { viewport: phone, colorScheme: 'dark' } as const
  const supporter = await product.visit('ada', options)
  expect(await checkRoutes(supporter, (route) => route.supporter)).toEqual([])

  await supporter.open('/dashboard')
  await supporter.page
    .getByRole('link', { name: /^Receipt for your tip to/ })
    .first()
    .click()
  const receipt = supporter.page.getByRole('region', { name: 'Receipt', exact: true })
  await receipt.getByText(`Running ${data.mark}`).waitFor()
  await receipt.getByText('$1,234').first().waitFor()
  await checkPage(supporter.page)
})

/** Opens and checks each route; returns the errors in the console with their routes. */
async function checkRoutes(
  visitor: Visitor,
  checkOf: (route: RouteCase) => Check,
  some: readonly RouteCase[] = routes,
): Promise<string[]> {
  const errors: string[] = []
  for (const route of some) {
    const path = route.path()
    await visitor.open(path)
    await checkOf(route)(visitor.page).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`)
    })
    await checkPage(visitor.page)
    errors.push(...visitor.takeErrors().map((error) => `${path}: ${error}`))
  }
  return errors
}

/** Pays a tip toward the active goal by card; returns the session id in the address of the page after the payment. */
async function payByCard(): Promise<string> {
  const order = { amount: 700, name: `Card ${data.mark}`, message: '', isPrivateMessage: false }
  const { sessionId: opened } = await fetchJson<{ sessionId: string }>(
    `${product.url}/api/v1/stripe/create-checkout-session`,
    { ...order, GoalUid: data.running, ReceipentUID: data.creatorUid },
  )
  await product.control('/stripe/control/pay', { sessionId: opened })
  return opened
}
