/** Implements the Orders API v2: create, show and capture an order. */
import type { Request } from 'express'
import { badRequest, unsupportedMediaType } from './api-error.ts'
import { now, type Store, type Order, type OrderUnit } from './store.ts'
import { checkOrder, payeeOf } from './check-order.ts'
import { type Api, findById } from './api-handler.ts'
import { makeTransactionId } from './ids.ts'
import { type OrderRequest, orderRequest, parse, type PurchaseUnit } from './requests.ts'
import { captureOrder, type PaypalContext } from './captures.ts'
import { capturedStub, orderStub, orderView } from './wire.ts'

/** Adds the calls of /v2/checkout/orders. */
export function addOrderCalls(api: Api, context: PaypalContext): void {
  const { store } = context
  api.create('/v2/checkout/orders', {
    operation: 'create',
    keepHours: 6,
    create: (request) => openOrder(store, request),
    showPart: (id) => orderStub(store, store.orders[id]!),
    showAll: (id) => orderView(store, store.orders[id]!),
  })
  api.get('/v2/checkout/orders/:id', (request) => orderView(store, findById(store.orders, request)))
  api.create('/v2/checkout/orders/:id/capture', {
    operation: 'capture',
    keepHours: 6,
    create: (request) => captureOrder(context, findById(store.orders, request)),
    showPart: (id) => capturedStub(store, store.orders[id]!),
    showAll: (id) => orderView(store, store.orders[id]!),
  })
}

function openOrder(store: Store, request: Request): string {
  if (request.body === undefined) throw unsupportedMediaType()
  const wanted = parse(orderRequest, request.body)
  if (wanted.payment_source && !request.get('paypal-request-id')) {
    throw badRequest([
      { issue: 'PAYPAL_REQUEST_ID_REQUIRED', field: 'PayPal-Request-Id', location: 'header' },
    ])
  }
  checkOrder(store, wanted, request.get('paypal-partner-attribution-id'))
  const order = newOrder(store, wanted)
  store.orders[order.id] = order
  store.save()
  return order.id
}

function newOrder(store: Store, wanted: OrderRequest): Order {
  const time = now()
  return {
    id: makeTransactionId(),
    intent: wanted.intent,
    status: wanted.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    units: wanted.purchase_units.map((unit) => newUnit(store, unit)),
    createTime: time,
    updateTime: time,
    hasPaymentSource: Boolean(wanted.payment_source),
    experience: wanted.payment_source?.paypal?.experience_context ?? wanted.application_context,
    captureIds: [],
  }
}

/** Returns a purchase unit as PayPal stores it: with its payee, and with shortened texts. */
function newUnit(store: Store, unit: PurchaseUnit): OrderUnit {
  const merchant = payeeOf(store, unit)
  return {
    ...unit,
    reference_id: unit.reference_id ?? 'default',
    payee: merchant
      ? { merchant_id: merchant.merchantId, email_address: merchant.email }
      : { email_address: unit.payee?.email_address },
    description: unit.description?.slice(0, 127),
    soft_descriptor: unit.soft_descriptor?.slice(0, 22),
  }
}
