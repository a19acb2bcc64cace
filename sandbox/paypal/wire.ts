/** Orders, captures and refunds as PayPal's API and webhooks show them. */
import type { Book, Capture, Order, OrderUnit, Payee, Refund } from './book.ts'
import { fromMinor, paypalFee, toMinor } from './money.ts'

interface Link {
  href: string
  rel: string
  method: string
}

type Wire = Record<string, unknown>

/** The short answer to creating an order: `Prefer: return=minimal`. */
export function orderStub(book: Book, order: Order): Wire {
  return {
    id: order.id,
    status: order.status,
    ...paymentSource(book, order),
    links: orderLinks(book, order),
  }
}

/** The short answer to a capture: of each unit only its payments. */
export function capturedStub(book: Book, order: Order): Wire {
  const units = order.units.map((unit) => ({
    reference_id: unit.referenceId,
    payments: payments(book, order, unit),
  }))
  return { ...orderStub(book, order), purchase_units: units, payer: payer(book) }
}

/** The whole order: `Prefer: return=representation`, GET, and the approval event. */
export function orderView(book: Book, order: Order): Wire {
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...paymentSource(book, order),
    purchase_units: order.units.map((unit) => unitView(book, order, unit)),
    ...(order.outcome && { payer: payer(book) }),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(book, order),
  }
}

/** A capture by itself: what an order shows of it, the payee, and which order it belongs to. */
export function captureView(book: Book, capture: Capture): Wire {
  return {
    ...captureInOrder(book, capture),
    payee: payeeView(book, capture.payee),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

/** The short answer to a refund. */
export function refundStub(book: Book, refund: Refund): Wire {
  return { id: refund.id, status: 'COMPLETED', links: refundLinks(book, refund) }
}

/** The whole refund, as GET and the webhook show it. */
export function refundView(book: Book, refund: Refund): Wire {
  const currency = refund.amount.currency_code
  const net = toMinor(refund.amount) - refund.platformFeeMinor
  return {
    id: refund.id,
    amount: refund.amount,
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: fromMinor(0, currency),
      ...(refund.platformFeeMinor > 0 && {
        platform_fees: [{ amount: fromMinor(refund.platformFeeMinor, currency) }],
      }),
      net_amount: fromMinor(net, currency),
      total_refunded_amount: fromMinor(refund.totalRefundedMinor, currency),
    },
    ...(refund.invoiceId && { invoice_id: refund.invoiceId }),
    ...(refund.customId && { custom_id: refund.customId }),
    ...(refund.noteToPayer && { note_to_payer: refund.noteToPayer }),
    status: 'COMPLETED',
    create_time: refund.createTime,
    update_time: refund.createTime,
    links: refundLinks(book, refund),
  }
}

/** Where the payer approves, or chooses another way to pay after a decline. */
export function approvalLink(book: Book, order: Order, rel: string): Link {
  return link(`${book.base}/checkoutnow?token=${order.id}`, rel)
}

function unitView(book: Book, order: Order, unit: OrderUnit): Wire {
  return {
    reference_id: unit.referenceId,
    amount: { ...unit.amount, ...(unit.breakdown && { breakdown: unit.breakdown }) },
    payee: payeeView(book, unit.payee),
    ...((unit.platformFee || unit.disbursementMode) && { payment_instruction: paymentInstruction(unit) }),
    ...(unit.description && { description: unit.description }),
    ...(unit.customId && { custom_id: unit.customId }),
    ...(unit.invoiceId && { invoice_id: unit.invoiceId }),
    ...(unit.softDescriptor && { soft_descriptor: unit.softDescriptor }),
    ...(unit.items && { items: unit.items }),
    ...(order.captureIds.length > 0 && { payments: payments(book, order, unit) }),
  }
}

function paymentInstruction(unit: OrderUnit): Wire {
  return {
    ...(unit.platformFee && { platform_fees: [{ amount: unit.platformFee }] }),
    disbursement_mode: unit.disbursementMode ?? 'INSTANT',
  }
}

function payments(book: Book, order: Order, unit: OrderUnit): Wire {
  const captures = order.captureIds
    .map((id) => book.captures[id]!)
    .filter((capture) => capture.referenceId === unit.referenceId)
  const refunds = captures.flatMap(({ refundIds }) => refundIds.map((id) => book.refunds[id]!))
  return {
    captures: captures.map((capture) => captureInOrder(book, capture)),
    ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(book, refund)) }),
  }
}

function captureInOrder(book: Book, capture: Capture): Wire {
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount: capture.amount,
    final_capture: true,
    disbursement_mode: capture.disbursementMode,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(hasArrived(capture) && { seller_receivable_breakdown: receivable(capture) }),
    ...(capture.invoiceId && { invoice_id: capture.invoiceId }),
    ...(capture.customId && { custom_id: capture.customId }),
    links: captureLinks(book, capture),
    create_time: capture.createTime,
    update_time: capture.updateTime,
  }
}

/** Fees are known once the money has arrived: until then PayPal shows no breakdown. */
function hasArrived({ status }: Capture): boolean {
  return status !== 'PENDING' && status !== 'DECLINED'
}

function receivable(capture: Capture): Wire {
  const currency = capture.amount.currency_code
  const gross = toMinor(capture.amount)
  const platform = capture.platformFee ? toMinor(capture.platformFee) : 0
  const fee = paypalFee(gross, platform)
  return {
    gross_amount: capture.amount,
    paypal_fee: fromMinor(fee, currency),
    ...(capture.platformFee && { platform_fees: [{ amount: capture.platformFee }] }),
    net_amount: fromMinor(gross - fee - platform, currency),
  }
}

function payeeView(book: Book, payee: Payee): Wire {
  const email = payee.email_address ?? book.merchants[payee.merchant_id ?? '']?.email
  return {
    ...(email && { email_address: email }),
    ...(payee.merchant_id && { merchant_id: payee.merchant_id }),
  }
}

function paymentSource(book: Book, order: Order): Wire {
  if (!order.outcome) return order.hasPaymentSource ? { payment_source: { paypal: {} } } : {}
  const { email_address, payer_id, name, address } = payer(book)
  const paypal = { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address }
  return { payment_source: { paypal } }
}

function payer(book: Book) {
  return {
    name: { given_name: 'Sandbox', surname: 'Buyer' },
    email_address: 'buyer@example.com',
    payer_id: book.app.buyerId,
    address: { country_code: 'GB' },
  }
}

function orderLinks(book: Book, order: Order): Link[] {
  const self = link(`${book.base}/v2/checkout/orders/${order.id}`, 'self')
  const capture = link(`${self.href}/capture`, 'capture', 'POST')
  switch (order.status) {
    case 'CREATED':
      return [self, approvalLink(book, order, 'approve'), capture]
    case 'PAYER_ACTION_REQUIRED':
      return [self, approvalLink(book, order, 'payer-action')]
    case 'APPROVED':
      return [self, capture]
    case 'COMPLETED':
      return [self]
  }
}

function captureLinks(book: Book, capture: Capture): Link[] {
  const self = link(`${book.base}/v2/payments/captures/${capture.id}`, 'self')
  const refund = link(`${self.href}/refund`, 'refund', 'POST')
  return [self, refund, link(`${book.base}/v2/checkout/orders/${capture.orderId}`, 'up')]
}

function refundLinks(book: Book, refund: Refund): Link[] {
  const self = link(`${book.base}/v2/payments/refunds/${refund.id}`, 'self')
  return [self, link(`${book.base}/v2/payments/captures/${refund.captureId}`, 'up')]
}

function link(href: string, rel: string, method = 'GET'): Link {
  return { href, rel, method }
}
