/** Orders API v2: open an order, look at it, capture it. */
import { Router, type Request } from 'express'
import { badRequest, notFound, unsupportedMediaType } from './api-error.ts'
import type { Book, Order, OrderUnit } from './book.ts'
import { checkOrder, payeeOf } from './check-order.ts'
import type { Door } from './door.ts'
import { makeTransactionId } from './ids.ts'
import { type OrderRequest, orderRequest, parse, type PurchaseUnit } from './requests.ts'
import { captureOrder, type Desk } from './settle.ts'
import { capturedStub, orderStub, orderView } from './wire.ts'

/** The routes of /v2/checkout/orders. */
export function orderRoutes(desk: Desk, door: Door): Router {
  const { book } = desk
  const router = Router()

  router.post(
    '/v2/checkout/orders',
    door.make({
      operation: 'create',
      keepHours: 6,
      act: (request) => openOrder(book, request),
      show: (id, request) => {
        const order = book.orders[id]!
        return wantsAll(request) ? orderView(book, order) : orderStub(book, order)
      },
    }),
  )

  router.get(
    '/v2/checkout/orders/:id',
    door.open('get', ({ params }) => ({ status: 200, body: orderView(book, getOrder(book, params.id)) })),
  )

  router.post(
    '/v2/checkout/orders/:id/capture',
    door.make({
      operation: 'capture',
      keepHours: 6,
      act: ({ params }) => {
        const order = getOrder(book, params.id)
        captureOrder(desk, order)
        return order.id
      },
      show: (id, request) => {
        const order = book.orders[id]!
        return wantsAll(request) ? orderView(book, order) : capturedStub(book, order)
      },
    }),
  )

  return router
}

/** Whether the caller asked for the whole thing in the answer. */
export function wantsAll(request: Request): boolean {
  return (request.get('prefer') ?? '').includes('return=representation')
}

function getOrder(book: Book, id: unknown): Order {
  const order = typeof id === 'string' ? book.orders[id] : undefined
  if (!order) throw notFound()
  return order
}

function openOrder(book: Book, request: Request): string {
  if (request.body === undefined) throw unsupportedMediaType()
  const wanted = parse(orderRequest, request.body)
  if (wanted.payment_source && !request.get('paypal-request-id')) {
    throw badRequest([
      { issue: 'PAYPAL_REQUEST_ID_REQUIRED', field: 'PayPal-Request-Id', location: 'header' },
    ])
  }
  const bnCode = request.get('paypal-partner-attribution-id')
  checkOrder(book, wanted, bnCode)
  const order = newOrder(book, wanted, bnCode)
  book.orders[order.id] = order
  book.save()
  return order.id
}

function newOrder(book: Book, wanted: OrderRequest, bnCode: string | undefined): Order {
  const experience = wanted.payment_source?.paypal?.experience_context ?? wanted.application_context
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    id: makeTransactionId(),
    intent: wanted.intent,
    status: wanted.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    units: wanted.purchase_units.map((unit) => newUnit(book, unit)),
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

function newUnit(book: Book, unit: PurchaseUnit): OrderUnit {
  const { breakdown, ...amount } = unit.amount
  const merchant = payeeOf(book, unit)
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
