import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startStripe } from './stripe.fixture.ts'

const price_data = { currency: 'gbp', unit_amount: 700, product_data: { name: 'Tip' } }
const session: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [{ quantity: 1, price_data }],
  success_url: 'https://shop.example/done',
}

async function openAccount() {
  const stripe = await startStripe()
  const { id: stripeAccount } = await stripe.control<{ id: string }>('accounts', { email: 'ada@example.com' })
  return { ...stripe, stripeAccount, client: stripe.sdk() }
}

test.each([
  ['dispute', undefined, 'charge_disputed'],
  ['dispute', 'dispute-lost', 'charge_disputed'],
  ['inquire', 'inquiry-closed', undefined],
])('after %s and %s a refund is refused with %s', async (opening, ending, code) => {
  await using stripe = await openAccount()
  const { client, stripeAccount } = stripe
  const { id: sessionId } = await client.checkout.sessions.create(session, { stripeAccount })
  const { intentId } = await stripe.control<{ intentId: string }>('pay', { sessionId })
  for (const act of [opening, ending]) if (act) await stripe.control('act', { intentId, act })

  const refund = client.refunds.create({ payment_intent: intentId }, { stripeAccount })

  const outcome = await refund.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
  expect(outcome).toBe(code)
})

test('the removed parameter payment_method_types is refused with its own code', async () => {
  await using stripe = await openAccount()
  const { client, stripeAccount } = stripe
  const removed = { payment_method_types: ['card'] } as object
  const intent = { ...removed, amount: 700, currency: 'gbp' }

  const refused = { statusCode: 400, code: 'payment_method_types_no_longer_supported' }
  await expect(client.paymentIntents.create(intent, { stripeAccount })).rejects.toMatchObject(refused)
})

test('a session offers the payer’s own currency unless it says otherwise', async () => {
  await using stripe = await openAccount()
  const { client, stripeAccount } = stripe
  const fixed = { ...session, adaptive_pricing: { enabled: false } }

  const opened = await Promise.all(
    [session, fixed].map((one) => client.checkout.sessions.create(one, { stripeAccount })),
  )

  const pages = await Promise.all(opened.map(async ({ url }) => (await fetch(url!)).text()))
  expect(opened.map(({ adaptive_pricing }) => adaptive_pricing?.enabled)).toEqual([true, false])
  expect(pages.map((page) => page.includes('Pay in your own currency'))).toEqual([true, false])
})

test.each(['2000', 'Kiln * live', 'Zoë', 'Maximiliana'])(
  'a statement cannot show %s, so Stripe refuses the payment',
  async (suffix) => {
    await using stripe = await openAccount()
    const { client, stripeAccount } = stripe
    const named = { ...session, payment_intent_data: { statement_descriptor_suffix: suffix } }

    const refused = { statusCode: 400, param: 'payment_intent_data[statement_descriptor_suffix]' }
    await expect(client.checkout.sessions.create(named, { stripeAccount })).rejects.toMatchObject(refused)
  },
)

test('without Stripe-Account a charge is on the own account, takes no application fee, and its events name no account', async () => {
  await using stripe = await startStripe()
  const client = stripe.sdk()
  const fee = { ...session, payment_intent_data: { application_fee_amount: 10 } }
  await expect(client.checkout.sessions.create(fee)).rejects.toMatchObject({ statusCode: 400 })

  const { id: sessionId } = await client.checkout.sessions.create(session)
  await stripe.control('pay', { sessionId })

  expect(await client.checkout.sessions.retrieve(sessionId)).toMatchObject({ payment_status: 'paid' })
  const { events } = await stripe.control<{ events: { type: string; body: object }[] }>('state')
  const completed = events.find(({ type }) => type === 'checkout.session.completed')
  expect(completed?.body).not.toHaveProperty('account')
})
