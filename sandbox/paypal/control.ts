/** Adds the control endpoints of the PayPal stand-in, for tests and seed data. */
import type { Router } from 'express'
import * as z from 'zod'
import { performAction } from '../actions.ts'
import { addControl, addFaultControls, ControlError, forgetKeys } from '../control.ts'
import { addWebhookControls, showEvents } from '../webhooks.ts'
import { captureActions } from './capture-actions.ts'
import { approveOrder, type PaypalContext } from './captures.ts'
import { faultNames, operations, type PaypalFaults } from './faults.ts'
import { accountIdPattern } from './ids.ts'
import { revokeConsent } from './onboarding.ts'
import { outcomeNames } from './outcomes.ts'
import { findMerchantByEmail, makeMerchant, type Merchant, type Store } from './store.ts'

const merchantSchema = z.object({
  merchantId: z.string().regex(accountIdPattern, '13 characters of 2-9 and A-Z without I and O').optional(),
  email: z.email(),
  country: z.string().length(2).default('GB'),
  standing: z.enum(['ready', 'restricted', 'closed']).optional(),
  isEmailConfirmed: z.boolean().optional(),
  canReceive: z.boolean().optional(),
  hasConsented: z.boolean().optional(),
  hasGrantedSearch: z.boolean().optional(),
  mayUpdateDisputes: z.boolean().optional(),
  balances: z.array(z.string().length(3)).optional(),
  receiving: z.enum(['convert', 'ask']).optional(),
  trackingId: z.string().optional(),
})
const approveSchema = z.object({ orderId: z.string(), outcome: z.enum(outcomeNames) })
const actSchema = z.object({
  captureId: z.string(),
  act: z.enum(Object.keys(captureActions)),
  amountMinor: z.int().positive().optional(),
})

/** Adds the routes below /control, with which tests and the activity page steer the stand-in. */
export function addControls(router: Router, context: PaypalContext, faults: PaypalFaults): void {
  const { store, webhooks } = context
  router.get('/control/state', (_request, response) => void response.json(showState(store, faults)))
  addWebhookControls(router, '/control', store, webhooks)
  addFaultControls(router, '/control/faults', faults, {
    operations,
    names: faultNames,
    delayMs: 20_000,
    clear: 'DELETE path',
  })
  addControl(router, '/control/approve', approveSchema, ({ orderId, outcome }) => {
    const order = store.orders[orderId]
    if (!order || !approveOrder(context, order, outcome))
      throw new ControlError('There is no order that this can be done to.')
    return { orderId, status: order.status }
  })
  addControl(router, '/control/act', actSchema, ({ captureId, act, amountMinor }) => {
    const capture = store.captures[captureId]
    if (!capture || !performAction(captureActions, act, context, capture, amountMinor))
      throw new ControlError('There is no capture that this can be done to.')
    return { captureId, status: capture.status }
  })
  addControl(router, '/control/merchants', merchantSchema, (merchant) => putMerchant(context, merchant))
  addControl(router, '/control/forget-keys', z.object({}), () => forgetKeys(store))
  addControl(router, '/control/partner', z.object({ isApproved: z.boolean() }), ({ isApproved }) => {
    store.app.isPartnerApproved = isApproved
    store.save()
    return { isApproved }
  })
  addControl(router, '/control/echecks', z.object({ times: z.int().min(0).default(1) }), ({ times }) => {
    store.app.echecks = times
    store.save()
    return { times }
  })
  addControl(router, '/control/transaction-search', searchSchema, (settings) => {
    Object.assign(store.app, settings)
    store.save()
    return settings
  })
}

const searchSchema = z.object({
  listDelayMs: z.int().min(0).optional(),
  listLimit: z.int().min(1).optional(),
})

/** Creates an account that can receive money, or updates the one with this id or address. */
function putMerchant(context: PaypalContext, wanted: z.infer<typeof merchantSchema>): Merchant {
  const { store } = context
  const known = wanted.merchantId
    ? store.merchants[wanted.merchantId]
    : findMerchantByEmail(store, wanted.email)
  if (known?.hasConsented && wanted.hasConsented === false) revokeConsent(context, known)
  const merchant = known ? Object.assign(known, wanted) : makeMerchant(wanted)
  store.merchants[merchant.merchantId] = merchant
  store.save()
  return merchant
}

function showState({ app, events, ...stored }: Store, faults: PaypalFaults): object {
  const { webhookUrl, webhookEvents, hookMode, isPartnerApproved, merchantId, buyerId } = app
  const { merchants, orders, captures, refunds, disputes, transactions } = stored
  return {
    app: { webhookUrl, webhookEvents, hookMode, isPartnerApproved, merchantId, buyerId },
    merchants,
    orders,
    captures,
    refunds,
    disputes,
    transactions,
    events: showEvents(events),
    faults: faults.list(),
  }
}
