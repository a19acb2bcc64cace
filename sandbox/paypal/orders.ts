/** Orders API v2: create, show and capture an order. */
import { Router, type Request } from 'express'
import { badRequest, notFound, unsupportedMediaType } from './api-error.ts'
import type { Store, Order, OrderUnit } from './store.ts'
import { checkOrder, payeeOf } from './check-order.ts'
import type { ApiHandlers } from './api-handler.ts'
import { makeTransactionId } from './ids.ts'
import { type OrderRequest, orderRequest, parse, type PurchaseUnit } from './requests.ts'
import { captureOrder, type PaypalContext } from './captures.ts'
import { capturedStub, orderStub, orderView } from './wire.ts'

/** The routes of /v2/checkout/orders. */
export function orderRoutes(context: PaypalContext, handlers: ApiHandlers): Router {
  const { store } = context
  const router = Router()

  router.post(
    '/v2/checkout/orders',
    handlers.handleIdempotent({
      operation: 'create',
      keepHours: 6,
      create: (request) => openOrder(store, request),
      show: (id, request) => {
        const order = store.orders[id]!
        return wantsAll(request) ? orderView(store, order) : orderStub(store, order)
      },
    }),
  )

  router.get(
    '/v2/checkout/orders/:id',
    handlers.handle('get', ({ params }) => ({
      status: 200,
      body: orderView(store, getOrder(store, params.id)),
    })),
  )

  router.post(
    '/v2/checkout/orders/:id/capture',
    handlers.handleIdempotent({
      operation: 'capture',
      keepHours: 6,
      create: ({ params }) => {
        const order = getOrder(store, params.id)
        captureOrder(context, order)
        return order.id
      },
      show: (id, request) => {
        const order = store.orders[id]!
        return wantsAll(request) ? orderView(store, order) : capturedStub(store, order)
      },
    }),
  )

  return router
}

/** Whether the caller asks for the whole resource in the answer. */
export function wantsAll(request: Request): boolean {
  return (request.get('prefer') ?? '').includes('return=representation')
}

function getOrder(store: Store, id: unknown): Order {
  const order = typeof id === 'string' ? store.orders[id] : undefined
  if (!order) throw notFound()
  return order
}

function openOrder(store: Store, request: Request): string {
  if (request.body === undefined) throw unsupportedMediaType()
  const wanted = parse(orderRequest, request.body)
  if (wanted.payment_source && !request.get('paypal-request-id')) {
    throw badRequest([
      { issue: 'PAYPAL_REQUEST_ID_REQUIRED', field: 'PayPal-Request-Id', location: 'header' },
    ])
  }
  const bnCode = request.get('paypal-partner-attribution-id')
  checkOrder(store, wanted, bnCode)
  const order = newOrder(store, wanted, bnCode)
  store.orders[order.id] = order
  store.save()
  return order.id
}

function newOrder(store: Store, wanted: OrderRequest, bnCode: string | undefined): Order {
  const experience = wanted.payment_source?.paypal?.experience_context ?? wanted.application_context
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    id: makeTransactionId(),
    intent: wanted.intent,
    status: wanted.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    units: wanted.purchase_units.map((unit) => newUnit(store, unit)),
    createTime: time,
    updateTime: time,
    hasPaymentSource: Boolean(wanted.payment_source),
    brandName: experience?.brand_name,
    returnUrl: experience?.return_url,
    cancelUrl: experience?.cancel_url,
    bnCode,
    captureIds: [],
  }
}

function newUnit(store: Store, unit: PurchaseUnit): OrderUnit {
  const { breakdown, ...amount } = unit.amount
  const merchant = payeeOf(store, unit)
  return {
    referenceId: unit.reference_id ?? 'default',
    amount,
    breakdown,
    items: unit.items,
    payee: merchant
      ? { merchant_id: merchant.merchantId, email_address: merchant.email }
      : { email_address: unit.payee?.email_address },
    platformFee: unit.payment_instruction?.platform_fees?.[0]?.amount,
    disbursementMode: unit.payment_instruction?.disbursement_mode,
    description: unit.description?.slice(0, 127),
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    softDescriptor: unit.soft_descriptor?.slice(0, 22),
  }
}
