/** Every signed-in route as a stranger, a supporter and a creator: each shows what was seeded for this run, and errors have their effect. */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGoal, buildOrder } from '../db/test-builders.ts'
import { recordTip } from '../domain/payments/record-tip.ts'
import { launchChromium } from './chromium.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { judge, phone, visit } from './visitors.ts'
import type { Visitor } from './visitors.ts'

const mark = `m${randomBytes(4).toString('hex')}`
const creatorName = 'ottokestrel'
let browser: Browser
let product: Product
let uid: string
let running: string
let done: string
let creator: Visitor

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
  await seed()
  creator = await visit(browser, product, accountOf('otto@brimful.example'))
})
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

/** What a route shows of this run, by role; the screen of a role that is not named is the creator's. */
interface Shown {
  path: () => string
  creator: (page: Page) => Promise<unknown>
  supporter: (page: Page) => Promise<unknown>
  /** Also without an account. */
  isPublic?: true
}

const text = (words: () => string) => (page: Page) => page.getByText(words()).first().waitFor()
const field = (label: string, words: () => string) => async (page: Page) => {
  await expect.poll(() => page.getByLabel(label).first().inputValue()).toContain(words())
}
const offer = (page: Page) => page.getByRole('button', { name: 'Become a creator' }).waitFor()
const marked = text(() => mark)
const both = (look: (page: Page) => Promise<unknown>) => ({ creator: look, supporter: look })
const at = (path: string) => () => path
const user = (rest: () => string) => () => `/user/${creatorName}/${rest()}`

const goalsOff = async (page: Page) => {
  await expect
    .poll(() => page.getByRole('switch', { name: 'Goals' }).getAttribute('aria-checked'))
    .toBe('false')
}
const settings: Shown[] = ['/dashboard', ''].flatMap((base) => [
  { path: at(`${base}/profile-setting`), ...both(field('About you', () => mark)) },
  { path: at(`${base}/payment-setting`), creator: marked, supporter: offer },
  { path: at(`${base}/stream-setting`), creator: field('Stream Alert URL', () => uid), supporter: offer },
  { path: at(`${base}/notifications-setting`), ...both(goalsOff) },
  { path: at(`${base}/chatbot-setting`), creator: marked, supporter: offer },
])
const routes: Shown[] = [
  { path: at('/dashboard'), ...both(marked) },
  { path: at('/dashboard/insights'), ...both(marked) },
  { path: at('/dashboard/goals-overview'), creator: marked, supporter: offer },
  { path: at('/dashboard/notification'), creator: marked, supporter: text(() => 'Nothing yet.') },
  { path: at('/dashboard/account-setting'), ...both(text(() => 'This browser')) },
  { path: at('/dashboard/Integrations-setting'), creator: text(() => product.url), supporter: offer },
  { path: at('/dashboard/donothon-timer-setting'), creator: field('Timer URL', () => uid), supporter: offer },
  ...settings,
  { path: at('/dashboard/explore'), ...both(marked), isPublic: true },
  { path: user(() => 'current-goals'), ...both(marked) },
  { path: user(() => `current-goals/${running}`), ...both(marked) },
  { path: user(() => `completed-goals/${done}`), ...both(text(() => `Done ${mark}`)) },
  { path: user(() => `fund-goal/${running}`), ...both(marked) },
  { path: user(() => 'total-earnings'), creator: marked, supporter: offer },
]

test('a stranger logs in first, and comes back to the page that was asked for', async () => {
  const stranger = await visit(browser, product)
  for (const { path, isPublic } of routes) {
    await stranger.open(path())
    if (isPublic) await marked(stranger.page)
    else await stranger.page.waitForURL(`${product.url}/account`)
  }
  await judge(stranger.page)
  expect(stranger.complaints()).toEqual([])

  await stranger.open('/dashboard/goals-overview')
  const { email, password } = accountOf('otto@brimful.example')
  await stranger.page.getByLabel('E-mail').fill(email)
  await stranger.page.getByLabel('Password', { exact: true }).fill(password)
  await stranger.page.keyboard.press('Enter')
  await stranger.page.waitForURL('**/dashboard/goals-overview')
  await marked(stranger.page)
})

test('a creator sees on each what was seeded for this run, without an error and with nothing for axe', async () => {
  expect(await lookAll(creator, 'creator')).toEqual([])
})

test('a supporter sees the own side of each, on a phone', async () => {
  const account = accountOf('ada@brimful.example')
  const supporter = await visit(browser, product, account, { viewport: phone, colorScheme: 'dark' })
  expect(await lookAll(supporter, 'supporter')).toEqual([])

  await supporter.open('/dashboard')
  await supporter.page
    .getByRole('link', { name: /^Receipt of the tip to/ })
    .first()
    .click()
  const receipt = supporter.page.getByRole('region', { name: 'Receipt', exact: true })
  await receipt.getByText(`Running ${mark}`).waitFor()
  await receipt.getByText('$1,234').first().waitFor()
  await judge(supporter.page)
})

test('an alert is played again from the feed, and its count of notifications goes when all are read', async () => {
  const { page } = creator
  const overlay = await visit(browser, product, undefined, { viewport: { width: 1280, height: 720 } })
  await overlay.open(`/streamalerts?userUID=${uid}`)
  await overlay.page.waitForLoadState('networkidle')
  await creator.open('/dashboard')
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert of Fan ${mark}`) })
  await replay.click()
  await page.getByText('The alert plays again on your stream.').waitFor()
  await overlay.page.getByText(`Fan ${mark}`).first().waitFor()

  await page
    .getByRole('link', { name: /unread notification/ })
    .first()
    .waitFor()
  await creator.open('/dashboard/notification')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: /unread notification/ }).waitFor({ state: 'detached' })
  expect(creator.complaints()).toEqual([])
})

test('a failed call has the effect that its status has', async () => {
  const { page } = creator
  await creator.open('/dashboard')
  const replay = page.getByRole('button', { name: new RegExp(`^Replay the alert of Fan ${mark}`) })
  const replying = async (status: number, json: object) => {
    await page.unroute('**/goals/replay-alert')
    await page.route('**/goals/replay-alert', (route) => route.fulfill({ status, json }))
    creator.complaints()
    await replay.click()
  }
  await replying(503, { ErrorMessage: `Down for ${mark}`, code: 'unavailable' })
  await page.getByText(`Down for ${mark}`).waitFor()
  await replying(500, {})
  await page.getByText('An unexpected error occurred.').waitFor()
  await replying(403, { ErrorMessage: `Not for ${mark}`, code: 'forbidden' })
  await expect.poll(() => creator.complaints().join()).toContain(`Not for ${mark}`)
  expect(await page.getByText(`Not for ${mark}`).count()).toBe(0)
  await page.unroute('**/goals/replay-alert')
  await page.route('**/goals/replay-alert', (route) => route.abort())
  await replay.click()
  await page.getByText('Network error. Please check your connection.').waitFor()

  await creator.open('/dashboard/notifications-setting')
  const tips = page.getByRole('switch', { name: 'Tips' })
  const before = await tips.getAttribute('aria-checked')
  await page.route('**/update-notification-preference', (route) => route.fulfill({ status: 500, json: {} }))
  await tips.click()
  await page.getByText('Failed to update notification settings.').waitFor()
  expect(await tips.getAttribute('aria-checked')).toBe(before)

  await creator.open('/dashboard')
  await replying(401, { ErrorMessage: 'no', code: 'unauthenticated' })
  await page.getByText('Session expired. Redirecting to login.').waitFor()
  await page.waitForURL(`${product.url}/account`)
})

/** Opens every route and looks at it; returns what the console complained of, by route. */
async function lookAll(visitor: Visitor, role: 'creator' | 'supporter'): Promise<string[]> {
  const found: string[] = []
  for (const route of routes) {
    const path = route.path()
    await visitor.open(path)
    await route[role](visitor.page).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`)
    })
    await judge(visitor.page)
    found.push(...visitor.complaints().map((complaint) => `${path}: ${complaint}`))
  }
  return found
}

/** A goal that runs, one that is done, a tip of Ada's that the relay finds, and a word of this run wherever one can stand. */
async function seed(): Promise<void> {
  const { db } = product
  const [otto, ada] = [await uidOf(creatorName), await uidOf('ada_lind')]
  uid = otto
  const own = { currency: 'usd' as const, amountReceivedMinor: 0 }
  running = (
    await buildGoal(db, uid, { ...own, title: `Running ${mark}`, amountMinor: 5000_00, position: -1 })
  ).goaluuid
  done = (
    await buildGoal(db, uid, { ...own, title: `Done ${mark}`, status: 'COMPLETED', completedAt: new Date() })
  ).goaluuid
  for (const account of [otto, ada]) {
    await db
      .updateTable('account')
      .set({ bio: `Bio ${mark}` })
      .where('uid', '=', account)
      .execute()
    const preferences = { receiveAllTips: true, receiveGoalFunded: false }
    await db
      .insertInto('notificationPreference')
      .values({ uid: account, ...preferences })
      .onConflict((oc) => oc.column('uid').doUpdateSet(preferences))
      .execute()
  }
  await db
    .updateTable('payoutAccount')
    .set({ email: `${mark}@pay.example` })
    .where('uid', '=', uid)
    .execute()
  await db
    .updateTable('platformConnection')
    .set({ email: `${mark}@chat.example` })
    .where('uid', '=', uid)
    .execute()
  const words = { supporterName: `Fan ${mark}`, message: `Hello ${mark}` }
  const paid = {
    goaluuid: running,
    supporterUid: ada,
    amountMinor: 1234_00,
    feeMinor: 61_70,
    currency: 'usd' as const,
  }
  const { providerOrderId } = await buildOrder(db, uid, { ...words, ...paid })
  const captureId = `CAP-${mark}`
  const { amountMinor, currency } = paid
  await recordTip(db, {
    provider: 'paypal',
    providerOrderId: providerOrderId!,
    captureId,
    payeeId: undefined,
    amountMinor,
    currency,
  })
}

async function uidOf(userName: string): Promise<string> {
  const row = await product.db
    .selectFrom('account')
    .select('uid')
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()
  return row.uid
}

function accountOf(email: string) {
  return product.accounts.find((account) => account.email === email)!
}
