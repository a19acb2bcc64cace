/** Builds the JSON of orders, captures and refunds in PayPal's API and webhooks. */
import type { Store, Capture, Order, OrderUnit, Payee, Refund } from './store.ts'
import { conversionOf } from './conversion.ts'
import { fromMinor, paypalFee, toMinor } from './money.ts'
import { platformFeeOf } from './requests.ts'

interface Link {
  href: string
  rel: string
  method: string
}

type Wire = Record<string, unknown>

/** Returns the short response to creating an order: `Prefer: return=minimal`. */
export function orderStub(store: Store, order: Order): Wire {
  return {
    id: order.id,
    status: order.status,
    ...paymentSource(store, order),
    links: orderLinks(store, order),
  }
}

/** Returns the short response to a capture: each unit has only its payments. */
export function capturedStub(store: Store, order: Order): Wire {
  const units = order.units.map((unit) => ({
    reference_id: unit.reference_id,
    payments: payments(store, order, unit),
  }))
  return { ...orderStub(store, order), purchase_units: units, payer: payer(store) }
}

/** Returns the whole order, as in responses with `Prefer: return=representation`, in GET and in the approval event. */
export function orderView(store: Store, order: Order): Wire {
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...paymentSource(store, order),
    purchase_units: order.units.map((unit) => unitView(store, order, unit)),
    ...(order.outcome && { payer: payer(store) }),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(store, order),
  }
}

/** Returns a capture on its own: as it is in an order, plus the payee and the order's id. */
export function captureView(store: Store, capture: Capture): Wire {
  return {
    ...captureInOrder(store, capture),
    payee: payeeView(store, capture.payee),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

/** Returns the short response to a refund. */
export function refundStub(store: Store, refund: Refund): Wire {
  return { id: refund.id, status: refund.status, links: refundLinks(store, refund) }
}

/** Returns the whole refund, as in GET and in the webhook. */
export function refundView(store: Store, refund: Refund): Wire {
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
    invoice_id: refund.request.invoice_id,
    custom_id: refund.request.custom_id,
    note_to_payer: refund.request.note_to_payer,
    status: refund.status,
    ...(refund.status !== 'COMPLETED' && { status_details: { reason: 'ECHECK' } }),
    create_time: refund.createTime,
    update_time: refund.updateTime,
    links: refundLinks(store, refund),
  }
}

/** Returns the link to the page on which the payer approves, or chooses another payment method after a decline. */
export function approvalLink(store: Store, order: Order, rel: string): Link {
  return link(`${store.base}/checkoutnow?token=${order.id}`, rel)
}

function unitView(store: Store, order: Order, unit: OrderUnit): Wire {
  const instruction = unit.payment_instruction
  return {
    ...unit,
    payee: payeeView(store, unit.payee),
    payment_instruction: instruction && { disbursement_mode: 'INSTANT', ...instruction },
    payments: order.captureIds.length > 0 ? payments(store, order, unit) : undefined,
  }
}

function payments(store: Store, order: Order, unit: OrderUnit): Wire {
  const captures = order.captureIds
    .map((id) => store.captures[id]!)
    .filter((capture) => capture.unit.reference_id === unit.reference_id)
  const refunds = captures.flatMap(({ refundIds }) => refundIds.map((id) => store.refunds[id]!))
  return {
    captures: captures.map((capture) => captureInOrder(store, capture)),
    ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(store, refund)) }),
  }
}

function captureInOrder(store: Store, capture: Capture): Wire {
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount: capture.amount,
    final_capture: true,
    disbursement_mode: capture.unit.payment_instruction?.disbursement_mode ?? 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(hasArrived(capture) && { seller_receivable_breakdown: receivable(store, capture) }),
    invoice_id: capture.unit.invoice_id,
    custom_id: capture.unit.custom_id,
    links: captureLinks(store, capture),
    create_time: capture.createTime,
    update_time: capture.updateTime,
  }
}

/** Returns whether the capture is paid: before that, PayPal shows no breakdown with fees. */
function hasArrived({ status }: Capture): boolean {
  return status !== 'PENDING' && status !== 'DECLINED'
}

function receivable(store: Store, capture: Capture): Wire {
  const currency = capture.amount.currency_code
  const gross = toMinor(capture.amount)
  const platformFee = platformFeeOf(capture.unit)
  const platform = platformFee ? toMinor(platformFee) : 0
  const fee = paypalFee(gross, platform, currency)
  const net = fromMinor(gross - fee - platform, currency)
  const conversion = conversionOf(store, capture)
  return {
    gross_amount: capture.amount,
    paypal_fee: fromMinor(fee, currency),
    ...(platformFee && { platform_fees: [{ amount: platformFee }] }),
    net_amount: net,
    ...(conversion && {
      receivable_amount: conversion.convert(net),
      exchange_rate: {
        source_currency: currency,
        target_currency: conversion.currency,
        value: conversion.rate,
      },
    }),
  }
}

function payeeView(store: Store, payee: Payee): Wire {
  const email_address = payee.email_address ?? store.merchants[payee.merchant_id ?? '']?.email
  return { email_address, merchant_id: payee.merchant_id }
}

function paymentSource(store: Store, order: Order): Wire {
  if (!order.outcome) return order.hasPaymentSource ? { payment_source: { paypal: {} } } : {}
  const { email_address, payer_id, name, address } = payer(store)
  const paypal = { email_address, account_id: payer_id, account_status: 'VERIFIED', name, address }
  return { payment_source: { paypal } }
}

function payer(store: Store) {
  return {
    name: { given_name: 'Sandbox', surname: 'Buyer' },
    email_address: 'buyer@example.com',
    payer_id: store.app.buyerId,
    address: { country_code: 'GB' },
  }
}

function orderLinks(store: Store, order: Order): Link[] {
  const self = link(`${store.base}/v2/checkout/orders/${order.id}`, 'self')
  const capture = link(`${self.href}/capture`, 'capture', 'POST')
  switch (order.status) {
    case 'CREATED':
      return [self, approvalLink(store, order, 'approve'), capture]
    case 'PAYER_ACTION_REQUIRED':
      return [self, approvalLink(store, order, 'payer-action')]
    case 'APPROVED':
      return [self, capture]
    case 'COMPLETED':
      return [self]
  }
}

function captureLinks(store: Store, capture: Capture): Link[] {
  const self = link(`${store.base}/v2/payments/captures/${capture.id}`, 'self')
  const refund = link(`${self.href}/refund`, 'refund', 'POST')
  return [self, refund, link(`${store.base}/v2/checkout/orders/${capture.orderId}`, 'up')]
}

function refundLinks(store: Store, refund: Refund): Link[] {
  const self = link(`${store.base}/v2/payments/refunds/${refund.id}`, 'self')
  return [self, link(`${store.base}/v2/payments/captures/${refund.captureId}`, 'up')]
}

function link(href: string, rel: string, method = 'GET'): Link {
  return { href, rel, method }
}
