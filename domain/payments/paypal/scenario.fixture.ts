/** Makes every PayPal call of the product, through a recorder, and collects the stand-in's webhooks. */
import type { Delivery } from '../../../sandbox/conformance/webhook-listener.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import type { PaypalConfig } from '../../config/config.ts'
import { RefusedError, OutcomeUnknownError } from '../provider/errors.ts'
import { keyOf, openRecording, orderFor } from '../scenario.fixture.ts'
import { openPaypal } from './provider.ts'
import type { RegisteredWebhook } from '../provider/registration.ts'
import { findPaypalWebhook, listPaypalWebhooks, registerPaypalWebhook } from './registration.ts'
import {
  connectSeller,
  giveBack,
  logIn,
  searchTransactions,
  standDisputes,
} from './partner-scenario.fixture.ts'
import type { PartnerStage } from './partner-scenario.fixture.ts'

export type PaypalPlay = Awaited<ReturnType<typeof playPaypal>>

interface Stage extends PartnerStage {
  config: PaypalConfig
}

const publicUrl = 'https://brimful.example'

export async function playPaypal() {
  const recording = await openRecording('paypal')
  const { tell, exchanges } = recording
  const config = configFor({ ...recording.env, PAYPAL_API_URL: `${recording.url}/paypal` }).paypal!
  const { merchantId: payeeId } = await tell<{ merchantId: string }>('merchants', {
    email: 'ada@example.com',
  })
  const gateway = openPaypal(config, publicUrl)
  const take = async (outcome: string) => {
    const orderId = await takeWith({ gateway, tell, payeeId }, outcome)
    const { captures } = await tell<{ captures: Record<string, { id: string; orderId: string }> }>('state')
    return { orderId, captureId: Object.values(captures).find((capture) => capture.orderId === orderId)!.id }
  }
  const { accounts } = gateway
  const login = openPaypal({ ...config, isPartner: false }, publicUrl).accounts.login!
  const stage = { config, gateway, accounts, login, payeeId, tell, take, exchanges }

  await payAndRefund(stage)
  await waitForMoney(stage)
  await convert(stage)
  await decline(stage)
  await refuseOrders(stage)
  await loseTheToken(stage)
  await giveBack(stage)
  await standDisputes(stage)
  await searchTransactions(stage)
  await connectSeller(stage)
  /** The address of PayPal's login page. */
  const consentPage = await logIn(stage)
  await recording.waitForWebhooks()
  await verifySignature(config, recording.deliveries[0]!)
  await findPaypalWebhook(config)
  await findPaypalWebhook({ ...config, webhookId: '0NOTHERE00000000X' })
  const [{ url: formerUrl }] = (await listPaypalWebhooks(config)) as [RegisteredWebhook]
  await registerPaypalWebhook(config, { url: 'http://127.0.0.1:9/moved', formerUrl })

  return { ...recording, consentPage }
}

/** Captures an order too early, pays it, captures it twice, and refunds the payment. */
async function payAndRefund({ gateway, tell, payeeId }: Stage): Promise<void> {
  const order = orderFor(payeeId)
  const { providerOrderId: orderId } = await gateway.openOrder(order)
  await gateway.openOrder(order)
  const key = (captureAttempt: number) => ({ ...order, providerOrderId: orderId, captureAttempt })
  await gateway.findOutcome(key(0))
  await gateway.captureOrder!(key(0))
  await tell('approve', { orderId, outcome: 'pay' })
  await gateway.findOutcome(key(0))
  const outcome = await gateway.captureOrder!(key(1))
  await gateway.captureOrder!(key(1))
  await gateway.captureOrder!(key(2))
  if (outcome.kind !== 'captured') throw new Error(`the capture is ${outcome.kind}`)
  await tell('act', { captureId: outcome.capture.captureId, act: 'refund' })
  await gateway.findOutcome(key(0))
}

/** Makes two payments that clear later. One clears and is reversed, the other is denied. */
async function waitForMoney(stage: Stage): Promise<void> {
  const acts = { pending: ['clear', 'reverse'], review: ['deny'] }
  for (const [outcome, steps] of Object.entries(acts)) {
    const { orderId, captureId } = await stage.take(outcome)
    for (const act of steps) await stage.tell('act', { captureId, act })
    await stage.gateway.findOutcome(keyOf(orderId))
  }
}

/** Makes a payment in yen that PayPal converts, and refunds it. Makes another one that the seller has to accept first. */
async function convert(stage: Stage): Promise<void> {
  const { gateway, tell, payeeId } = stage
  const yen = { currency: 'jpy', chargedMinor: 1_500, splitFeeMinor: 75 } as const
  const converted = await takeWith(stage, 'pay', yen)
  const outcome = await gateway.findOutcome(keyOf(converted))
  if (outcome.kind !== 'captured' || !outcome.capture.exchange) throw new Error('it was not converted')
  await tell('act', { captureId: outcome.capture.captureId, act: 'refund', amountMinor: 500 })
  const seller = { merchantId: payeeId, email: 'ada@example.com' }
  await tell('merchants', { ...seller, receiving: 'ask' })
  const requested = await takeWith(stage, 'pay', yen)
  const waiting = await gateway.findOutcome(keyOf(requested))
  if (waiting.kind !== 'clearing' || !waiting.waitsForPayee) throw new Error('the seller was not asked')
  await tell('merchants', { ...seller, receiving: 'convert' })
}

/** Causes every reason for which a payment is not captured. */
async function decline(stage: Stage): Promise<void> {
  const ways = [
    'declined',
    'payer-cannot-pay',
    'refused',
    'payee-blocked',
    'payee-no-cards',
    'compliance',
    'too-many-attempts',
  ]
  for (const outcome of ['capture-declined', ...ways]) await takeWith(stage, outcome)
}

async function takeWith(
  { gateway, tell, payeeId }: Pick<Stage, 'gateway' | 'tell' | 'payeeId'>,
  outcome: string,
  change = {},
): Promise<string> {
  const order = orderFor(payeeId, change)
  const { providerOrderId: orderId } = await gateway.openOrder(order)
  await tell('approve', { orderId, outcome })
  await gateway.captureOrder!({ ...keyOf(orderId), id: order.id })
  return orderId
}

/** Opens orders that PayPal refuses, and looks up one that it does not have. */
async function refuseOrders({ config, gateway, tell, payeeId }: Stage): Promise<void> {
  await tell('merchants', { merchantId: 'RESTRCTED2345', email: 'bob@example.com', standing: 'restricted' })
  await tell('merchants', { merchantId: 'CLSED23456789', email: 'eve@example.com', standing: 'closed' })
  const noPartner = openPaypal({ ...config, bnCode: undefined }, publicUrl)
  const refused = [
    gateway.openOrder(orderFor('RESTRCTED2345')),
    gateway.openOrder(orderFor('CLSED23456789')),
    gateway.openOrder(orderFor('UNKNWN2345678')),
    gateway.openOrder(orderFor(payeeId, { chargedMinor: 0 })),
    gateway.openOrder(orderFor(payeeId, { splitFeeMinor: 701 })),
    noPartner.openOrder(orderFor(payeeId)),
  ]
  for (const { reason } of (await Promise.allSettled(refused)) as PromiseRejectedResult[]) {
    if (!(reason instanceof RefusedError)) throw new Error('an order was opened', { cause: reason })
  }
  await gateway.findOutcome(keyOf('5O190127TN364715T'))
}

/** Makes calls with an access token that PayPal has revoked between two calls, and with a wrong secret. */
async function loseTheToken({ config, gateway, tell, payeeId }: Stage): Promise<void> {
  const order = orderFor(payeeId)
  const { providerOrderId: orderId } = await gateway.openOrder(order)
  await tell('approve', { orderId, outcome: 'pay' })
  await tell('faults', { operation: 'capture', fault: 'status-401' })
  await gateway.captureOrder!({ ...keyOf(orderId), id: order.id })
  const stranger = openPaypal({ ...config, clientSecret: 'wrong' }, publicUrl)
  const reason: unknown = await stranger.openOrder(orderFor(payeeId)).catch((error: unknown) => error)
  if (!(reason instanceof OutcomeUnknownError)) throw new Error('a wrong secret did', { cause: reason })
}

/**
 * Calls PayPal's endpoint that verifies signatures. The product verifies signatures itself; this call checks that the stand-in's
 * endpoint accepts the stand-in's signatures.
 */
async function verifySignature(
  { apiUrl, clientId, clientSecret, webhookId }: PaypalConfig,
  delivery: Delivery,
) {
  const granted = await fetch(`${apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await granted.json()) as { access_token: string }
  const { headers, body } = delivery
  const verification = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
  }
  await fetch(`${apiUrl}/v1/notifications/verify-webhook-signature`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    // The signature covers the exact bytes of the event.
    body: `${JSON.stringify(verification).slice(0, -1)},"webhook_event":${body}}`,
  })
}
