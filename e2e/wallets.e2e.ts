/** Tests tips with Apple Pay and Google Pay, played by Stripe's stand-in, up to the climax and the alert on the stream. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { watchShifts } from './layout-shift.ts'
import { switchOn, useOwnFonts, writeTip } from './page-steps.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, phone, stream } from './visitors.ts'
import { waitForWallets } from './wallet-domain.ts'

// With animations, filling in a field would end the scroll to the tip box before the wallets are near.
const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })
const page = '/miravale/current-goals'
const setWallets = (...wallets: string[]) => product.control('/stripe/control/wallets', { wallets })

beforeAll(() => waitForWallets(product.url))

test.each([
  ['en-GB', 'light', 'Send a tip'],
  ['de-DE', 'dark', 'Trinkgeld senden'],
] as const)(
  'in %s, %s, the whole tip box is on a phone’s screen with both wallets',
  async (locale, colorScheme, jump) => {
    await setWallets('apple_pay', 'google_pay')
    const { page: visitor, open } = await product.visit(undefined, { locale, colorScheme })
    await open(page)
    await useOwnFonts(visitor)
    await visitor.waitForLoadState('networkidle') // what loads later could move the page after the jump

    await visitor.getByRole('button', { name: jump }).last().click()

    await wallet(visitor, 'Google Pay').waitFor()
    await expect.poll(() => visitor.locator('#tip').evaluate(hiddenPixels)).toEqual({ above: 0, below: 0 })
    await checkPageNow(visitor)
  },
)

test('a tip with Google Pay ends like one by card: the goal rises, the stream shows it, and it is booked once', async () => {
  await setWallets('google_pay')
  await product.control('/stripe/control/webhooks', { mode: 'duplicate' })
  const goal = (await product.goalsOf('miravale')).find(({ status }) => status === 'ACTIVE')!
  const overlay = await product.openPage(`/streamalerts?userUID=${goal.creatorUid}`, { viewport: stream })
  const visitor = await openBox()
  await wallet(visitor, 'Google Pay').waitFor()
  const buttons = ['Google Pay', 'PayPal', 'Pay by card'].map((name) => wallet(visitor, name))
  const hiddenOfEach = async () => Promise.all(buttons.map((button) => button.evaluate(hiddenPixels)))
  await expect.poll(hiddenOfEach).toEqual(buttons.map(() => ({ above: 0, below: 0 })))
  await writeTip(visitor, { amount: '7', name: 'Wallet Payer', goaluuid: goal.goalId })
  await switchOn(visitor, 'Cover the service fee')

  await wallet(visitor, 'Google Pay').evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  expect(await sheet(visitor).count()).toBe(1)
  await sheet(visitor).getByText('£7.35').waitFor()
  const alert = overlay.getByRole('status').filter({ hasText: 'Wallet Payer' }).innerText({ timeout: 60_000 })
  await sheet(visitor).getByRole('button', { name: 'Pay' }).click()

  await visitor.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await visitor.getByText(`£7 for Mira Vale, towards ${goal.title}`).waitFor()
  await visitor.getByText('+£7').waitFor()
  await checkPageNow(visitor)
  expect(await alert).toContain('£7')
  expect(await product.tipsBy('Wallet Payer')).toEqual([
    expect.objectContaining({ amountMinor: 700, provider: 'stripe' }),
  ])
  const { intents } = await product.control<{ intents: Record<string, object> }>('/stripe/control/state')
  expect(Object.values(intents).filter((intent) => 'address' in intent)).toEqual([])
})

test('Apple Pay asks the bank when it has to, and a declined card charges nothing', async () => {
  await setWallets('apple_pay', 'google_pay')
  const visitor = await openBox()
  await writeTip(visitor, { amount: '9', name: 'Careful Bank' })

  await payWith(visitor, 'Apple Pay', 'Is declined')
  await visitor.getByText('That payment method was declined.').waitFor()
  await payWith(visitor, 'Apple Pay', 'Asks for authentication')
  await visitor.getByRole('button', { name: 'Fail authentication' }).click()
  await visitor.getByText('That payment method was declined.').waitFor()
  expect(await product.tipsBy('Careful Bank')).toEqual([])

  await payWith(visitor, 'Apple Pay', 'Asks for authentication')
  await visitor.getByRole('button', { name: 'Complete authentication' }).click()

  await visitor.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await product.tipsBy('Careful Bank')).toHaveLength(1)
})

test('a closed wallet opens no order, and what cannot be paid does not open the wallet', async () => {
  await setWallets('google_pay')
  const visitor = await openBox()
  const orders = async () =>
    (await product.db.selectFrom('tipOrder').select('id').where('supporterName', '=', 'Closer').execute())
      .length
  await writeTip(visitor, { amount: '5', name: 'Closer' })
  await wallet(visitor, 'Google Pay').click()
  await sheet(visitor).getByRole('button', { name: 'Close' }).click()
  expect(await orders()).toBe(0)

  await visitor.getByLabel('Amount', { exact: true }).fill('0')
  await wallet(visitor, 'Google Pay').click()

  await visitor.getByText('Please enter a valid amount.').first().waitFor()
  expect(await sheet(visitor).count()).toBe(0)
})

test('when Stripe’s answer to the payment is lost, the page finds out that it was paid', async () => {
  await setWallets('google_pay')
  const visitor = await openBox()
  await writeTip(visitor, { amount: '6', name: 'Lost Answer' })
  await visitor.route('**/stripe/js/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })

  await payWith(visitor, 'Google Pay')

  await visitor.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await product.tipsBy('Lost Answer')).toHaveLength(1)
})

test('while it is unknown whether a payment was made, the button asks for it and opens no second one', async () => {
  await setWallets('google_pay')
  const visitor = await openBox()
  await writeTip(visitor, { amount: '6', name: 'No Answer' })
  await visitor.route('**/confirm-wallet-payment/*', (route) => route.abort())
  await payWith(visitor, 'Google Pay')
  await visitor.getByText('please don’t pay again').waitFor()

  await visitor.unroute('**/confirm-wallet-payment/*')
  await wallet(visitor, 'Google Pay').click()

  await visitor.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  expect(await product.tipsBy('No Answer')).toHaveLength(1)
})

/** A phone's width, and so high that the whole tip box is seen: what moves outside the screen is not a shift. */
const tall = { width: 390, height: 1_400 }

/** As `watchShifts`, on a page whose fonts never come, so that what moves is not theirs. */
async function watchShiftsWithoutFonts(page: Page): Promise<() => Promise<number>> {
  await page.route('**/*.woff2', (route) => route.abort())
  return watchShifts(page)
}

test.each([
  ['the device has no wallet', async () => void (await setWallets())],
  [
    'Stripe’s script does not load',
    async (visitor: Page) => visitor.route('**/stripe/js', (route) => route.abort()),
  ],
  [
    'the domain is not registered at Stripe',
    async (visitor: Page) =>
      visitor.route('**/stripe/js/session', (route) => route.fulfill({ json: { wallets: [] } })),
  ],
])('where %s a sentence says so, and nothing shifts', async (_, prepare) => {
  await setWallets('google_pay')
  const { page: visitor, open } = await product.visit(undefined, { viewport: tall })
  const shifts = await watchShiftsWithoutFonts(visitor)
  await prepare(visitor)
  await open('/miravale/tips')
  await visitor.getByRole('button', { name: 'PayPal', exact: true }).waitFor()

  await visitor.getByText('Apple Pay and Google Pay aren’t available').waitFor()
  expect(await wallet(visitor, 'Google Pay').count()).toBe(0)
  expect(await shifts()).toBe(0)
})

test('wallets come first, and have their room from the first paint', async () => {
  await setWallets('apple_pay', 'google_pay')
  const { page: visitor, open } = await product.visit(undefined, { viewport: tall })
  const shifts = await watchShiftsWithoutFonts(visitor)
  const card = visitor.getByRole('button', { name: 'Pay by card' })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await visitor.route('**/stripe/js', async (route) => {
    await loaded
    await route.continue()
  })
  await open('/miravale/tips')
  await wallet(visitor, 'PayPal').waitFor()
  const before = (await card.boundingBox())!
  load()

  await wallet(visitor, 'Google Pay').waitFor()
  const tops = ['Apple Pay', 'PayPal', 'Pay by card'].map(
    async (name) => (await wallet(visitor, name).boundingBox())!.y,
  )
  const [apple, paypal, byCard] = await Promise.all(tops)
  expect(apple).toBeLessThan(paypal!)
  expect(paypal).toBeLessThan(byCard!)
  expect(await card.boundingBox()).toEqual(before)
  expect(await shifts()).toBe(0)
})

test('Stripe’s script is loaded only when the tip box is near', async () => {
  await setWallets('google_pay')
  const { page: visitor, open } = await product.visit()
  const loaded: string[] = []
  visitor.on('request', (request) => loaded.push(request.url()))
  const isLoaded = () => loaded.some((url) => url.endsWith('/stripe/js'))
  await open(page)
  await visitor.waitForLoadState('networkidle')
  expect(isLoaded()).toBe(false)

  await visitor.getByRole('button', { name: 'Send a tip' }).last().click()

  await wallet(visitor, 'Google Pay').waitFor()
  expect(isLoaded()).toBe(true)
})

test('where the creator offers no wallets there is no row for them', async () => {
  await product.db
    .updateTable('payoutAccount')
    .set({ walletDomain: null, walletTriedAt: new Date() })
    .execute()
  const visitor = await openBox()
  await wallet(visitor, 'PayPal').waitFor()

  expect(await visitor.getByText('Apple Pay').count()).toBe(0)
})

/** Returns how much of an element is outside the screen. */
function hiddenPixels(element: Element): { above: number; below: number } {
  const { top, bottom } = element.getBoundingClientRect()
  return { above: Math.max(0, -top), below: Math.max(0, bottom - innerHeight) }
}

/** Opens the creator's page and goes to its tip box. */
async function openBox(): Promise<Page> {
  const visitor = await product.openPage(page)
  await visitor.getByRole('button', { name: 'Send a tip' }).last().click()
  return visitor
}

const wallet = (visitor: Page, name: string) => visitor.getByRole('button', { name, exact: true })
const sheet = (visitor: Page) => visitor.getByRole('dialog', { name: /^(Apple|Google) Pay$/ })

/** Pays in a wallet with the card of this description. */
async function payWith(visitor: Page, name: string, card?: string): Promise<void> {
  await wallet(visitor, name).click()
  if (card) {
    const label = await sheet(visitor).getByRole('option').filter({ hasText: card }).textContent()
    await sheet(visitor).getByLabel('Card').selectOption({ label: label! })
  }
  await sheet(visitor).getByRole('button', { name: 'Pay' }).click()
}
