/** Implements Checkout Sessions, refunds and disputes on connected accounts. */
import { invalid, missing } from './api-error.ts'
import type { Account, Dispute, Session } from './store.ts'
import { disputeView } from './dispute-wire.ts'
import { type AccountCall, type Api, parse, queryOf } from './api-handler.ts'
import { makeId, nowInSeconds } from './ids.ts'
import { pageOf } from './lists.ts'
import {
  createRefund,
  createSession,
  expandable,
  listing,
  maxEvidence,
  updateDispute as updateRequest,
} from './requests.ts'
import type { SessionRequest } from './requests.ts'
import { closeDispute, isChargedBack, isInquiry, isOpen, needsResponse, updateDispute } from './disputes.ts'
import type { StripeContext } from './context.ts'
import { expireIfDue, expireSession, refund } from './payments.ts'
import { refundedOf, refundView } from './payment-wire.ts'
import { feeRefundViews } from './money-wire.ts'
import { sessionView } from './session-wire.ts'
import { requireCharge } from './charges.ts'
import { findIntent } from './intent-routes.ts'

const minLifeSeconds = 30 * 60
const maxLifeSeconds = 24 * 3600

/** Adds the calls of Checkout Sessions. */
export function addSessionCalls(api: Api, context: StripeContext): void {
  const { store } = context
  api.addForAccount('post', '/v1/checkout/sessions', 'create', ({ request, account }) => {
    const wanted = parse(createSession, request.body)
    const session = makeSession(account, wanted)
    store.sessions[session.id] = session
    store.save()
    return sessionView(store, session, wanted.expand)
  })

  api.addForAccount('get', '/v1/checkout/sessions', 'get', (call) =>
    listOwn(call, store.sessions, (session) => sessionView(store, expireIfDue(context, session))),
  )

  api.addForAccount('get', '/v1/checkout/sessions/:id', 'get', ({ request, account, id }) => {
    const { expand } = parse(expandable, queryOf(request))
    return sessionView(store, findSession(context, account, id), expand)
  })

  api.addForAccount('post', '/v1/checkout/sessions/:id/expire', 'close', ({ account, id }) => {
    const session = findSession(context, account, id)
    if (session.status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
    expireSession(context, session)
    return sessionView(store, session)
  })
}

/** Adds the calls of payments and refunds. */
export function addRefundCalls(api: Api, context: StripeContext): void {
  const { store } = context
  api.addForAccount('post', '/v1/refunds', 'refund', ({ request, account }) => {
    const wanted = parse(createRefund, request.body)
    const intent = findIntent(context, account, wanted.payment_intent, 'payment_intent')
    const left = intent.amount - refundedOf(store, intent)
    if (intent.status !== 'succeeded' || left === 0)
      throw invalid('Charge has already been refunded.', undefined, 'charge_already_refunded')
    if (isChargedBack(store.disputes[intent.disputeId ?? '']))
      throw invalid('Charge has been charged back; cannot issue a refund.', undefined, 'charge_disputed')
    const amount = wanted.amount ?? left
    if (amount < 1 || amount > left)
      throw invalid(
        'Refund amount is greater than unrefunded amount on charge.',
        'amount',
        'amount_too_large',
      )
    const withFee = wanted.refund_application_fee ?? false
    const { reason = null, metadata } = wanted
    return refundView(store, refund(context, intent, { amount, reason, metadata, withFee }))
  })

  api.addForAccount('get', '/v1/refunds', 'get', (call) =>
    listOwn(call, store.refunds, (one) => refundView(store, one)),
  )
}

/** Adds the refunds of the platform's fees. They belong to the platform, not to the connected account. */
export function addFeeCalls(api: Api, { store }: StripeContext): void {
  api.add('get', '/v1/application_fees/:id/refunds', 'get', (request) => {
    const fee = store.applicationFees[String(request.params.id)]
    if (!fee) throw missing('application fee', String(request.params.id))
    return pageOf(parse(listing, queryOf(request)), request.path, feeRefundViews(fee))
  })
}

/** Adds the calls of disputes. */
export function addDisputeCalls(api: Api, context: StripeContext): void {
  const { store } = context
  api.addForAccount('get', '/v1/disputes', 'get', (call) =>
    listOwn(call, store.disputes, (dispute) => disputeView(store, dispute)),
  )

  const find = ({ account, id }: AccountCall): Dispute => {
    const dispute = store.disputes[id]
    if (dispute?.account !== account.id) throw missing('dispute', id, 'dispute')
    return dispute
  }
  api.addForAccount('get', '/v1/disputes/:id', 'get', (call) => disputeView(store, find(call)))

  api.addForAccount('post', '/v1/disputes/:id', 'dispute', (call) => {
    const dispute = find(call)
    const wanted = parse(updateRequest, call.request.body)
    if (!isOpen(dispute) && !isInquiry(dispute)) throw invalid('This dispute is already closed.', 'dispute')
    const { uncategorized_file: file, ...texts } = { ...dispute.evidence, ...wanted.evidence }
    if (file !== undefined && store.files[file]?.account !== call.account.id)
      throw missing('file', file, 'evidence[uncategorized_file]')
    const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0)
    if (length > maxEvidence)
      throw invalid(`The combined character count of all evidence is limited to ${maxEvidence}.`, 'evidence')
    if (!needsResponse(dispute))
      throw invalid('Evidence for this dispute has already been submitted.', 'evidence')
    if (dispute.dueBy <= nowInSeconds()) throw invalid('The evidence is past its due date.', 'evidence')
    updateDispute(context, dispute, wanted)
    return disputeView(store, dispute)
  })

  api.addForAccount('post', '/v1/disputes/:id/close', 'dispute', (call) => {
    const dispute = find(call)
    if (dispute.status !== 'needs_response') throw invalid('This dispute cannot be closed.', 'dispute')
    closeDispute(context, store.intents[dispute.intentId]!, 'lost')
    return disputeView(store, dispute)
  })
}

/** Returns a page of an account's objects, the newest first. */
function listOwn<T extends { id: string; account: string; created: number; intentId?: string }>(
  { request, account }: AccountCall,
  collection: Record<string, T>,
  view: (one: T) => unknown,
) {
  const query = parse(listing, queryOf(request))
  const { created, payment_intent } = query
  const { gte = 0, lt = Infinity } = created ?? {}
  const all = Object.values(collection)
    .filter((one) => one.account === account.id && one.created >= gte && one.created < lt)
    .filter(({ intentId }) => !payment_intent || intentId === payment_intent)
    .toReversed()
  const page = pageOf(query, request.path, all)
  return { ...page, data: page.data.map(view) }
}

function makeSession(account: Account, wanted: SessionRequest): Session {
  const created = nowInSeconds()
  const { quantity, price_data } = wanted.line_items[0]!
  const { currency, unit_amount: unitAmount, product_data } = price_data
  const total = unitAmount * quantity
  const { application_fee_amount: fee, statement_descriptor_suffix: suffix } = wanted.payment_intent_data
  const expiresAt = wanted.expires_at ?? created + maxLifeSeconds
  requireCharge(
    account,
    { amount: total, currency, fee, suffix },
    {
      amount: 'line_items',
      fee: 'payment_intent_data[application_fee_amount]',
      suffix: 'payment_intent_data[statement_descriptor_suffix]',
    },
  )
  if (expiresAt < created + minLifeSeconds || expiresAt > created + maxLifeSeconds)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      'expires_at',
    )
  return {
    id: makeId('cs_test', 58),
    account: account.id,
    clientReferenceId: wanted.client_reference_id ?? null,
    metadata: wanted.metadata,
    intentMetadata: wanted.payment_intent_data.metadata,
    statementSuffix: suffix ?? null,
    currency,
    unitAmount,
    quantity,
    productName: product_data.name,
    applicationFee: fee ?? null,
    successUrl: wanted.success_url,
    cancelUrl: wanted.cancel_url ?? null,
    submitType: wanted.submit_type ?? null,
    isAdaptive: wanted.adaptive_pricing?.enabled ?? true,
    created,
    expiresAt,
    status: 'open',
  }
}

/** Returns a session of this account. Throws a 404 if the account has no such session. */
function findSession(context: StripeContext, { id: account }: Account, id: string): Session {
  const session = context.store.sessions[id]
  if (session?.account !== account) throw missing('checkout.session', id)
  return expireIfDue(context, session)
}
