/**
 * Tests the stand-in for Stripe's script in a browser: its strictness, and what pages pass to it and get from it against the types that
 * Stripe publishes.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileSchema } from '../conformance/json-schema.fixture.ts'
import { listMutants } from '../conformance/mutants.fixture.ts'
import { readPublishedTypes } from '../conformance/published-types.fixture.ts'
import { launchBrowser } from '../paypal/shop.fixture.ts'
import { startStripe, type TestStripe } from './stripe.fixture.ts'

let browser: Browser
let stripe: TestStripe
let account: string

beforeAll(async () => {
  stripe = await startStripe()
  browser = await launchBrowser()
  stripe.app.get('/shop', (_request, response) => {
    const scripts = `<script src="${stripe.env.STRIPE_JS_URL}"></script><script>${shop}</script>`
    response.send(`<!doctype html><title>Shop</title><div id="pay"></div>${scripts}`)
  })
  account = (await stripe.control<{ id: string }>('accounts', { email: 'ada@example.com' })).id
  await stripe.sdk().paymentMethodDomains.create({ domain_name: '127.0.0.1' }, { stripeAccount: account })
})
afterAll(async () => {
  await browser?.close()
  await stripe?.[Symbol.asyncDispose]()
})

const elementsOptions = { mode: 'payment', amount: 700, currency: 'gbp', allowedPaymentMethodTypes: ['card'] }

/** The script of a shop that pays as Stripe documents. It notes each event of the element, and the result of the payment. */
const shop = String.raw`
  const events = []
  const note = (name) => (event) => void events.push({ name, event: JSON.parse(JSON.stringify(event)) })
  let stripe, pay
  function open(key, stripeAccount) {
    stripe = Stripe(key, { stripeAccount })
  }
  function mount({ options, clientSecret, submits, settings }) {
    const elements = stripe.elements(options)
    const element = elements.create('expressCheckout', { buttonHeight: 52, paymentMethods: { link: 'never' }, ...settings })
    for (const name of ['ready', 'availablepaymentmethodschange', 'cancel', 'loaderror']) element.on(name, note(name))
    element.on('click', (event) => {
      note('click')(event)
      event.resolve()
    })
    pay = async () => {
      if (submits) await elements.submit()
      const confirmParams = { return_url: 'https://shop.example/done' }
      const given = { elements, clientSecret, confirmParams, redirect: 'if_required' }
      await stripe.confirmPayment(given).catch((error) => ({ thrown: error.message })).then(note('result'))
    }
    element.on('confirm', (event) => {
      note('confirm')(event)
      void pay()
    })
    element.mount('#pay')
  }
`

async function openShop(host = '127.0.0.1'): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`${stripe.origin}/shop`.replace('127.0.0.1', host))
  await page.evaluate(`open('${stripe.env.STRIPE_PUBLISHABLE_KEY}', '${account}')`)
  return page
}

/** Mounts the element in a shop; on `confirm` it pays a new payment of this amount. */
async function mount(page: Page, { amount = 700, submits = true, settings = {} } = {}): Promise<void> {
  const wanted = { amount, currency: 'gbp', allowed_payment_method_types: ['card' as const] }
  const { client_secret } = await stripe.sdk().paymentIntents.create(wanted, { stripeAccount: account })
  await page.evaluate(
    `mount(${JSON.stringify({ options: elementsOptions, clientSecret: client_secret, submits, settings })})`,
  )
}

interface Noted {
  name: string
  event: Record<string, unknown>
}

const eventsOf = (page: Page) => page.evaluate<Noted[]>('events')
const names = async (page: Page) => (await eventsOf(page)).map(({ name }) => name)

async function payWith(page: Page, card = 'Succeeds'): Promise<Noted> {
  await page.getByRole('button', { name: 'Google Pay' }).click()
  const label = await page.getByRole('option').filter({ hasText: card }).textContent()
  await page.getByLabel('Card').selectOption({ label: label! })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect.poll(() => names(page)).toContain('result')
  return (await eventsOf(page)).at(-1)!
}

test('a supporter pays: the events come in Stripe’s order, and the payment has succeeded', async () => {
  const page = await openShop()
  await mount(page)

  const { event } = await payWith(page)

  expect(await names(page)).toEqual(['ready', 'availablepaymentmethodschange', 'click', 'confirm', 'result'])
  expect(event).toMatchObject({ paymentIntent: { status: 'succeeded', amount: 700 } })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test.each([
  ['the shop gets the billing address by default', {}, 'NR1 4DE'],
  ['the shop gets no billing address if it declines it', { billingAddressRequired: false }, undefined],
  ['the shop gets no billing address if it asks for an email', { emailRequired: true }, undefined],
])('%s', async (_, settings, postcode) => {
  const page = await openShop()
  await mount(page, { settings })

  const { event } = await payWith(page)

  const { id } = event.paymentIntent as { id: string }
  const params = { expand: ['latest_charge'] }
  const { latest_charge } = await stripe.sdk().paymentIntents.retrieve(id, params, { stripeAccount: account })
  expect(latest_charge).toMatchObject({ object: 'charge' })
  expect((latest_charge as Stripe.Charge).billing_details.address?.postal_code).toBe(postcode)
})

test('a payment of another amount, a declined card and a confirmation without submit() are errors', async () => {
  const [other, declined, hasty] = [await openShop(), await openShop(), await openShop()]
  await mount(other, { amount: 900 })
  await mount(declined)
  await mount(hasty, { submits: false })

  expect((await payWith(other)).event).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect((await payWith(declined, 'Is declined')).event).toMatchObject({
    error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
  })
  expect((await payWith(hasty)).event).toMatchObject({ thrown: expect.stringContaining('elements.submit()') })
})

test('a confirmation outside the confirm event, and a closed sheet, pay nothing', async () => {
  const page = await openShop()
  await mount(page)
  await page.getByRole('button', { name: 'Apple Pay' }).click()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.evaluate('pay()')

  const events = await eventsOf(page)
  expect(events.map(({ name }) => name).slice(2)).toEqual(['click', 'cancel', 'result'])
  expect(events.at(-1)!.event).toMatchObject({
    thrown: expect.stringContaining('within the "confirm" event'),
  })
})

test('on a domain that the account has not registered no payment method is available', async () => {
  const page = await openShop('localhost')
  await mount(page)

  await expect.poll(() => names(page)).toContain('ready')

  expect((await eventsOf(page))[0]!.event.availablePaymentMethods).toBeUndefined()
  expect(await page.locator('#pay > *').count()).toBe(0)
})

test.each([
  ['a secret key', `Stripe('sk_test_1', { stripeAccount: 'acct_1' })`, 'secret key'],
  ['no key', `Stripe('', {})`, 'empty string'],
  ['Elements without a mode', 'stripe.elements({})', 'mode'],
  ['an amount of 0', `stripe.elements({ mode: 'payment', amount: 0, currency: 'gbp' })`, 'amount'],
  ['a currency in capitals', `stripe.elements({ mode: 'payment', amount: 1, currency: 'GBP' })`, 'currency'],
  [
    'the removed option',
    `stripe.elements({ mode: 'payment', amount: 1, currency: 'gbp', paymentMethodTypes: ['card'] })`,
    'paymentMethodTypes',
  ],
  ['another element', `stripe.elements(options).create('payment')`, 'Express Checkout'],
  [
    'a button that is too high',
    `stripe.elements(options).create('expressCheckout', { buttonHeight: 60 })`,
    'buttonHeight',
  ],
  ['no element to mount into', `stripe.elements(options).create('expressCheckout').mount('#none')`, '#none'],
])('%s is an integration error', async (_, code, message) => {
  const page = await openShop()
  const thrown = await page.evaluate<string>(`(() => {
    const options = ${JSON.stringify(elementsOptions)}
    try {
      ${code}
      return 'nothing'
    } catch (error) {
      return error.name + ': ' + error.message
    }
  })()`)

  expect(thrown).toMatch(/^IntegrationError: /)
  expect(thrown).toContain(message)
})

test('options, events and results are those of Stripe’s types, and falsified ones are not', async () => {
  const page = await openShop()
  await mount(page)
  await payWith(page)
  const events = await eventsOf(page)
  const eventOf = (name: string) => events.find((noted) => noted.name === name)!.event
  const specimens: [type: string, file: string, document: unknown][] = [
    ['StripeElementsOptionsMode', 'elements-group', elementsOptions],
    ['StripeExpressCheckoutElementReadyEvent', 'elements/express-checkout', eventOf('ready')],
    [
      'StripeExpressCheckoutElementAvailablePaymentMethodsChangeEvent',
      'elements/express-checkout',
      eventOf('availablepaymentmethodschange'),
    ],
  ]

  const checks = specimens.map(([type, file, document]) => {
    const validate = compileSchema(types.schemaOf(type, {}, join(folder, `${file}.d.ts`)))
    const falsified = listMutants(document).filter((mutant) => validate(mutant.document).length === 0)
    return { type, faults: validate(document), accepted: falsified.map(({ what }) => what) }
  })

  expect(checks).toEqual(specimens.map(([type]) => ({ type, faults: [], accepted: [] })))
})

const entry = createRequire(import.meta.url)
  .resolve('@stripe/stripe-js')
  .replace(/lib\/index\.js$/, 'dist/index.d.ts')
const folder = join(dirname(entry), 'stripe-js')
const types = readPublishedTypes(join(folder, 'index.d.ts'))
