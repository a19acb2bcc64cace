/** PayPal in our words: open an order, capture it, look it up. No database, no Express. */
import { CheckoutPaymentIntent, DisbursementMode } from '@paypal/paypal-server-sdk'
import type { Order, OrdersCapture } from '@paypal/paypal-server-sdk'
import pRetry from 'p-retry'
import { parseDecimal, toDecimal } from '../../../contract/money.ts'
import type { PaypalConfig } from '../../config.ts'
import { RefusedError } from '../provider/payment-provider.ts'
import type {
  BooksGateway,
  CaptureOutcome,
  OrderToOpen,
  CallLimits,
  ProviderCapture,
} from '../provider/payment-provider.ts'
import type { AskPaypal } from './refunds-and-disputes.ts'
import { openPaypalBooks } from './refunds-and-disputes.ts'
import type { PaypalClient } from './client.ts'
import { createPaypalClient, definiteIssue, isTokenRefused, paypalLimits, unknownOutcome } from './client.ts'

export interface PaypalGateway extends BooksGateway {
  /** Opens an order for the buttons and returns PayPal's id. Throws OrderRefusedError or OutcomeUnknownError. */
  createOrder(order: OrderToOpen): Promise<string>
  /** Captures; `attempt` is part of the idempotency key. A lost answer is looked up; OutcomeUnknownError if that fails. */
  captureOrder(providerOrderId: string, orderId: string, attempt: number): Promise<CaptureOutcome>
  /** How an order stands at PayPal now. Throws OutcomeUnknownError. */
  findOutcome(providerOrderId: string): Promise<CaptureOutcome>
}

/** Issues of a capture after which the fan may choose another way to pay. */
const declinedIssues = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])
const notApprovedIssues = new Set(['ORDER_NOT_APPROVED', 'ORDER_EXPIRED'])
const alreadyCaptured = 'ORDER_ALREADY_CAPTURED'

/** Repeats are safe: every write carries its PayPal-Request-Id. Two of them take about a second. */
const pauses = { minTimeout: 300, maxTimeout: 1000 } as const

/** Opens PayPal for a configuration. */
export function openPaypal(config: PaypalConfig, patience = paypalLimits): PaypalGateway {
  const client = createPaypalClient(config, patience)
  const ask = asking(client, patience)
  const books = openPaypalBooks(config, client, ask)

  async function findOutcome(providerOrderId: string): Promise<CaptureOutcome> {
    try {
      return toOutcome(
        await ask('a look-up', () => client.orders().getOrder({ id: providerOrderId })),
        providerOrderId,
      )
    } catch (error) {
      const issue = definiteIssue(error)
      if (issue === undefined) throw error
      return { kind: 'refused', issue } // PayPal does not know the order (any more)
    }
  }

  return {
    ...books,
    findOutcome,

    async findPayment(providerOrderId, payeeId) {
      const outcome = await findOutcome(providerOrderId)
      if (outcome.kind !== 'captured') return { outcome, refunds: [] }
      return { outcome, refunds: await books.listRefunds(providerOrderId, payeeId) }
    },

    async createOrder(order) {
      const request = {
        body: toOrderRequest(order),
        paypalRequestId: `order:${order.id}:create`,
        prefer: 'return=minimal',
        ...(config.bnCode ? { paypalPartnerAttributionId: config.bnCode } : {}),
      }
      try {
        const { id } = await ask('an order', () => client.orders().createOrder(request))
        if (!id) throw unknownOutcome('an order', new Error('no id'))
        return id
      } catch (error) {
        const issue = definiteIssue(error)
        throw issue === undefined ? error : new RefusedError(issue)
      }
    },

    async captureOrder(providerOrderId, orderId, attempt) {
      const request = {
        id: providerOrderId,
        paypalRequestId: `order:${orderId}:capture:${attempt}`,
        prefer: 'return=representation',
      }
      try {
        return toOutcome(await ask('a capture', () => client.orders().captureOrder(request)), providerOrderId)
      } catch (error) {
        const issue = definiteIssue(error)
        if (issue !== undefined && issue !== alreadyCaptured) return toRefusal(issue)
        // Without an answer the money may have moved: what PayPal's books say counts.
        const outcome = await findOutcome(providerOrderId)
        if (outcome.kind === 'approved') throw error
        return outcome
      }
    },
  }
}

/** Calls that have no definite answer are repeated, and are an unknown outcome in the end. */
function asking(client: PaypalClient, { retries }: CallLimits): AskPaypal {
  return async function ask<T>(doing: string, work: () => Promise<{ result: T }>): Promise<T> {
    const attempt = () =>
      work().catch((error: unknown) => {
        if (isTokenRefused(error)) client.renew()
        throw error
      })
    try {
      const shouldRetry = ({ error }: { error: Error }) => definiteIssue(error) === undefined
      return (await pRetry(attempt, { ...pauses, retries, shouldRetry })).result
    } catch (error) {
      throw definiteIssue(error) === undefined ? unknownOutcome(doing, error) : error
    }
  }
}

function toRefusal(issue: string): CaptureOutcome {
  if (declinedIssues.has(issue)) return { kind: 'declined' }
  if (notApprovedIssues.has(issue)) return { kind: 'not_approved' }
  return { kind: 'refused', issue }
}

function toOrderRequest({ id, payeeId, chargedMinor, currency, splitFeeMinor, description }: OrderToOpen) {
  const currencyCode = currency.toUpperCase()
  const fee = { amount: { currencyCode, value: toDecimal(splitFeeMinor) } }
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        customId: id,
        description: description.slice(0, 127),
        amount: { currencyCode, value: toDecimal(chargedMinor) },
        payee: { merchantId: payeeId },
        ...(splitFeeMinor > 0
          ? { paymentInstruction: { platformFees: [fee], disbursementMode: DisbursementMode.Instant } }
          : {}),
      },
    ],
  }
}

/** Reads an order's latest capture; an order's own COMPLETED does not mean paid. */
function toOutcome(order: Order, providerOrderId: string): CaptureOutcome {
  const unit = order.purchaseUnits?.[0]
  const capture = unit?.payments?.captures?.at(-1)
  if (!capture) return toUncaptured(order)
  switch (String(capture.status)) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED': // it was paid; the refund is its own movement
      return { kind: 'captured', capture: toCapture(capture, providerOrderId, unit?.payee?.merchantId) }
    case 'PENDING':
      return { kind: 'clearing' }
    case 'DECLINED':
      return { kind: 'declined' }
    default:
      return { kind: 'refused', issue: `CAPTURE_${String(capture.status)}` }
  }
}

function toUncaptured(order: Order): CaptureOutcome {
  switch (String(order.status)) {
    case 'VOIDED':
      return { kind: 'refused', issue: 'ORDER_VOIDED' }
    case 'APPROVED':
      return { kind: 'approved' }
    default:
      return { kind: 'not_approved' }
  }
}

function toCapture(
  capture: OrdersCapture,
  providerOrderId: string,
  payeeId: string | undefined,
): ProviderCapture {
  const amountMinor = parseDecimal(capture.amount?.value ?? '')
  if (!capture.id || amountMinor === undefined)
    throw unknownOutcome('a capture', new Error('unreadable capture'))
  return {
    provider: 'paypal',
    providerOrderId,
    captureId: capture.id,
    payeeId,
    chargedMinor: amountMinor,
    currency: capture.amount!.currencyCode.toLowerCase(),
    providerFeeMinor: parseDecimal(capture.sellerReceivableBreakdown?.paypalFee?.value ?? ''),
  }
}
