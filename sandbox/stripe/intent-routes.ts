/** Implements PaymentIntents on connected accounts. */
import { invalid, missing } from './api-error.ts'
import { type Api, parse, queryOf } from './api-handler.ts'
import { requireCharge } from './charges.ts'
import type { StripeContext } from './context.ts'
import { makeId, nowInSeconds } from './ids.ts'
import { intentView } from './payment-wire.ts'
import { isUnpaid } from './payments.ts'
import { createIntent, noParameters, retrieveIntent } from './requests.ts'
import type { IntentRequest } from './requests.ts'
import type { Account, Intent } from './store.ts'

/** Adds the calls of PaymentIntents. */
export function addIntentCalls(api: Api, context: StripeContext): void {
  const { store } = context
  api.addForAccount('get', '/v1/payment_intents/:id', 'get', ({ request, id, account }) => {
    const { expand = [] } = parse(retrieveIntent, queryOf(request))
    const intent = findIntent(context, account, id)
    const view = intentView(store, intent, expand)
    // The first request that expands a new charge gets it before it is booked, as can happen at Stripe, which books captures in
    // the background: https://docs.stripe.com/payments/payment-intents/asynchronous-capture
    if (intent.chargeId && expand.length > 0) intent.isBooked = true
    return view
  })

  api.addForAccount('post', '/v1/payment_intents', 'create', ({ request, account }) => {
    const intent = makeIntent(account, parse(createIntent, request.body))
    store.intents[intent.id] = intent
    store.save()
    return intentView(store, intent)
  })

  api.addForAccount('post', '/v1/payment_intents/:id/cancel', 'close', ({ request, account, id }) => {
    parse(noParameters, request.body)
    const intent = findIntent(context, account, id)
    if (!isUnpaid(intent))
      throw invalid(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        undefined,
        'payment_intent_unexpected_state',
      )
    intent.status = 'canceled'
    store.save()
    return intentView(store, intent)
  })
}

/** Returns a payment of this account. Throws a 404 if the account has no such payment. */
export function findIntent(
  { store }: StripeContext,
  { id: account }: Account,
  id: string,
  param = 'intent',
): Intent {
  const intent = store.intents[id]
  if (intent?.account !== account) throw missing('payment_intent', id, param)
  return intent
}

function makeIntent(account: Account, wanted: IntentRequest): Intent {
  const { amount, currency, application_fee_amount: fee, statement_descriptor_suffix: suffix } = wanted
  const { description, metadata } = wanted
  const names = { amount: 'amount', fee: 'application_fee_amount', suffix: 'statement_descriptor_suffix' }
  requireCharge(account, { amount, currency, fee, suffix }, names)
  const id = makeId('pi')
  return {
    id,
    account: account.id,
    clientSecret: `${id}_${makeId('secret', 25)}`,
    ...(description === undefined ? {} : { description }),
    amount,
    currency,
    applicationFee: fee ?? null,
    statementSuffix: suffix ?? null,
    metadata,
    created: nowInSeconds(),
    status: 'requires_payment_method',
    method: 'card',
    email: '',
    name: '',
    last4: '',
    fingerprint: '',
    refundIds: [],
  }
}
