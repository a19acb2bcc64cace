/**
 * Sends webhooks of Stripe and PayPal that are truly signed and spoiled inside: a provider that changes its form, or one whose secret
 * has leaked. Each is acknowledged and kept, what is processed again changes nothing, and the ledger balances.
 */
import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { fuzzRuns, spoiled } from '../contract/fuzzed-input.fixture.ts'
import { buildCreator, buildOrder } from '../db/builders.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { savePayoutAccount } from '../db/queries/payments/payout-accounts.ts'
import { accountTypes, handledTypes } from '../domain/payments/paypal/webhook-events.ts'
import { checkBalance } from '../domain/payments/ledger/check-balance.ts'
import { startStripe } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { faultsOf } from './fuzz-faults.fixture.ts'
import { openPaypalSigner } from './paypal-signer.fixture.ts'

const { seed, numRuns } = fuzzRuns(300)

const stripe = await forFile(startStripe())
const signer = await forFile(openPaypalSigner())
const app = await forFile(startTestApp({ ...stripe.env, ...signer.env }, () => ({ publish: () => {} })))
const creator = await buildCreator(app.db)
const merchantId = 'MERCHANT12345'

interface Signed {
  path: string
  body: string
  headers: Record<string, string>
}

const senders: Record<string, () => Promise<fc.Arbitrary<Signed>>> = {
  async Stripe() {
    const events = await stripeEvents()
    const secret = app.ctx.config.stripe!.webhookSecret
    return fc
      .constantFrom(...events)
      .chain(spoiled)
      .map((event) => {
        const body = JSON.stringify(event) ?? ''
        const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
        return { path: 'stripe/webhook', body, headers: { 'stripe-signature': signature } }
      })
  },
  async PayPal() {
    const order = await buildOrder(app.db, creator.uid, { payeeId: merchantId })
    return fc
      .constantFrom(...paypalEvents(order.providerOrderId!))
      .chain(spoiled)
      .map((event) => {
        const body = JSON.stringify(event) ?? ''
        return { path: 'paypal/webhook', body, headers: signer.sign(body) }
      })
  },
}

test.each(Object.entries(senders))(
  'spoiled webhooks of %s are kept, and the ledger balances',
  async (_, open) => {
    const webhooks = await open()
    const keptBefore = await countKept()
    const bodies = new Set<string>()

    const isKept = fc.asyncProperty(webhooks, async ({ path, body, headers }) => {
      for (const time of [1, 2]) {
        const { status, body: text } = await app.post(path, body, undefined, headers)
        expect([time, faultsOf({ status, type: path, text: JSON.stringify(text) })]).toEqual([time, []])
        expect([time, status]).toEqual([time, 200])
      }
      bodies.add(body)
    })
    await fc.assert(isKept, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 90_000 })

    expect(await countKept()).toBeGreaterThan(keptBefore)
    expect(await checkBalance(app.ctx)).toEqual([])
    expect(await countTipsTwice()).toBe(0)
  },
)

const countKept = async () => (await app.db.selectFrom('webhookEvent').select('eventId').execute()).length

/** Returns how many orders have become more than one tip. */
async function countTipsTwice(): Promise<number> {
  const rows = await app.db.selectFrom('tip').select(['orderId']).execute()
  return rows.length - new Set(rows.map(({ orderId }) => orderId)).size
}

/** Returns the events that Stripe's stand-in sends about a paid tip. */
async function stripeEvents(): Promise<object[]> {
  const { uid, email } = creator
  const { id: payeeId } = await stripe.control<{ id: string }>('accounts', { email })
  await savePayoutAccount(app.db, { uid, provider: 'stripe', payeeId, email, isReady: true })
  const request = { amount: 7_00, name: 'Lin', message: '', ReceipentUID: uid, isPrivateMessage: false }
  const { body } = await app.post('stripe/create-checkout-session', request)
  await stripe.control('pay', { sessionId: (body as { sessionId: string }).sessionId })
  const { events } = await stripe.control<{ events: { body: object }[] }>('state')
  expect(events.length).toBeGreaterThan(1)
  return events.map((event) => event.body)
}

/** Returns an event of every kind that we read, and one of another kind, about an order. */
function paypalEvents(orderId: string): object[] {
  const resource = {
    id: `CAP-${orderId}`,
    status: 'COMPLETED',
    amount: { value: '5.00', currency_code: 'GBP' },
    payee: { merchant_id: merchantId },
    supplementary_data: { related_ids: { order_id: orderId } },
    links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/CAP-${orderId}` }],
    disputed_transactions: [{ seller_transaction_id: `CAP-${orderId}` }],
  }
  const types = [...handledTypes, ...accountTypes, 'CATALOG.PRODUCT.CREATED']
  return types.map((event_type) => ({ id: `WH-${event_type}`, event_type, resource }))
}
