/** Opens, captures and looks up PayPal orders. */
import {
  CheckoutPaymentIntent,
  DisbursementMode,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import type { Order, OrdersCapture } from '@paypal/paypal-server-sdk'
import { paidPath } from '../../../contract/payments/tip-form.ts'
import type { PaypalConfig } from '../../config/config.ts'
import { PayeeGoneError, RefusedError } from '../provider/errors.ts'
import type { OrderGateway, OrderKey, OrderToOpen } from '../provider/payment-provider.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { CaptureOutcome, ProviderCapture } from '../provider/reports.ts'
import { toExchange, toMinor, toMoney } from './amounts.ts'
import { waitsForPayee } from './reports.ts'
import type { CallPaypal } from './call-paypal.ts'
import { definiteIssue, unknownOutcome } from './client.ts'
import type { PaypalClient } from './client.ts'
import { repeatWhileSilent } from './repeat-while-silent.ts'

/** Error codes of a capture after which the supporter may choose another payment method. */
const declinedIssues = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])
/**
 * Error codes that say that the payee's account takes no payments from anybody. Those of 403 and 422 in `checkout_orders_v2` of
 * https://github.com/paypal/paypal-rest-api-specifications, and https://developer.paypal.com/api/errors/not-authorized. Not
 * PAYEE_BLOCKED_TRANSACTION, TRANSACTION_BLOCKED_BY_PAYEE and TRANSACTION_RECEIVING_LIMIT_EXCEEDED, which are about one payment.
 */
const payeeIssues = new Set([
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_NOT_VERIFIED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_NOT_CONSENTED',
  'PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING',
  'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING',
])
const notApprovedIssues = new Set(['ORDER_NOT_APPROVED', 'ORDER_EXPIRED'])
const alreadyCaptured = 'ORDER_ALREADY_CAPTURED'

/** Opens the part of the PayPal provider that opens, captures and looks up orders. */
export function openPaypalOrders(
  { bnCode, hasPlatform, publicUrl }: PaypalConfig & { publicUrl: string },
  client: PaypalClient,
  callPaypal: CallPaypal,
): Required<Pick<OrderGateway, 'openOrder' | 'captureOrder' | 'findOutcome'>> {
  async function findOutcome({
    providerOrderId,
  }: Pick<OrderKey, 'providerOrderId'>): Promise<CaptureOutcome> {
    try {
      const order = await callPaypal('a look-up', () =>
        repeatWhileSilent(() => client.orders().getOrder({ id: providerOrderId })),
      )
      return toOutcome(order, providerOrderId, hasPlatform)
    } catch (error) {
      const issue = definiteIssue(error)
      if (issue === undefined) throw error
      return { kind: 'refused', issue } // the order is unknown to PayPal, or PayPal has deleted it
    }
  }

  return {
    findOutcome,

    async openOrder(order) {
      const request = {
        body: toOrderRequest(order, publicUrl),
        paypalRequestId: `order:${order.id}:create`,
        prefer: 'return=minimal',
        ...(bnCode ? { paypalPartnerAttributionId: bnCode } : {}),
      }
      try {
        const { id, links } = await callPaypal('an order', () => client.orders().createOrder(request))
        if (!id) throw unknownOutcome('an order', new Error('no id'))
        const page = links?.find(({ rel }) => rel === 'payer-action')?.href
        return { providerOrderId: id, paymentUrl: page ?? null }
      } catch (error) {
        const issue = definiteIssue(error)
        if (issue === undefined) throw error
        throw payeeIssues.has(issue) ? new PayeeGoneError(issue) : new RefusedError(issue)
      }
    },

    async captureOrder({ id, providerOrderId, captureAttempt }) {
      const request = {
        id: providerOrderId,
        paypalRequestId: `order:${id}:capture:${captureAttempt}`,
        prefer: 'return=representation',
      }
      try {
        const order = await callPaypal('a capture', () =>
          repeatWhileSilent(() => client.orders().captureOrder(request)),
        )
        return toOutcome(order, providerOrderId, hasPlatform)
      } catch (error) {
        const issue = definiteIssue(error)
        if (issue !== undefined && issue !== alreadyCaptured) return toRefusal(issue)
        // Without a response the money may have moved, so the order is looked up, and its state at PayPal decides.
        const outcome = await findOutcome({ providerOrderId })
        if (outcome.kind === 'approved') throw error
        return outcome
      }
    },
  }
}

function toRefusal(issue: string): CaptureOutcome {
  if (declinedIssues.has(issue)) return { kind: 'declined' }
  if (notApprovedIssues.has(issue)) return { kind: 'not_approved' }
  return { kind: 'refused', issue, isPayeeGone: payeeIssues.has(issue) }
}

function toOrderRequest(
  { id, payeeId, chargedMinor, currency, splitFeeMinor, description }: OrderToOpen,
  publicUrl: string,
) {
  const fee = { amount: toMoney(splitFeeMinor, currency) }
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        customId: id,
        description: description.slice(0, 127),
        amount: toMoney(chargedMinor, currency),
        // Without a payee PayPal pays the account of our keys:
        // https://developer.paypal.com/studio/checkout/standard/customize/pay-another-account
        ...(payeeId === ownPayeeId ? {} : { payee: { merchantId: payeeId } }),
        ...(splitFeeMinor > 0
          ? { paymentInstruction: { platformFees: [fee], disbursementMode: DisbursementMode.Instant } }
          : {}),
      },
    ],
    paymentSource: { paypal: { experienceContext: toExperience(publicUrl) } },
  }
}

/**
 * PayPal's page adds the order's id to the addresses (`token`); its window, which a script on our page opens, goes to
 * neither. PayPal's sample sets them for both: `createOrderForPayPalOneTimePaymentRouteHandler` of
 * https://github.com/paypal-examples/v6-web-sdk-sample-integration.
 * Without a shipping preference PayPal asks for a postal address (GET_FROM_FILE) and shows it to the payee. A tip is never shipped.
 * https://developer.paypal.com/docs/api/orders/v2/#orders_create!path=payment_source/paypal/experience_context
 */
function toExperience(publicUrl: string) {
  return {
    returnUrl: `${publicUrl}${paidPath('paypal')}`,
    cancelUrl: `${publicUrl}/dashboard/payment-failure`,
    userAction: PaypalExperienceUserAction.PayNow,
    shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
  }
}

/** Converts the latest capture of an order to an outcome. The order's own status COMPLETED does not mean that it is paid. */
function toOutcome(order: Order, providerOrderId: string, hasPlatform: boolean): CaptureOutcome {
  const unit = order.purchaseUnits?.[0]
  const capture = unit?.payments?.captures?.at(-1)
  if (!capture) return toUncaptured(order)
  switch (String(capture.status)) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED': // a refunded capture was paid; its refund is booked separately
      return {
        kind: 'captured',
        capture: toCapture(capture, providerOrderId, hasPlatform ? unit?.payee?.merchantId : ownPayeeId),
      }
    case 'PENDING':
      return { kind: 'clearing', waitsForPayee: waitsForPayee(capture.statusDetails?.reason) }
    case 'DECLINED':
    case 'FAILED': // the order itself is completed, so its payer cannot choose another payment method
      return { kind: 'refused', issue: `CAPTURE_${String(capture.status)}` }
    default: // a status that the SDK does not know: the SDK passes it on, and money may have moved
      throw unknownOutcome('a capture', new Error(`status ${String(capture.status)}`))
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
  const { currencyCode = '', value = '' } = capture.amount ?? {}
  const chargedMinor = toMinor(value, currencyCode)
  if (!capture.id || chargedMinor === undefined)
    throw unknownOutcome('a capture', new Error('unreadable capture'))
  const { paypalFee, exchangeRate } = capture.sellerReceivableBreakdown ?? {}
  return {
    provider: 'paypal',
    providerOrderId,
    captureId: capture.id,
    payeeId,
    chargedMinor,
    currency: currencyCode.toLowerCase(),
    providerFeeMinor: toMinor(paypalFee?.value ?? '', currencyCode),
    exchange: toExchange(currencyCode, exchangeRate?.targetCurrency, exchangeRate?.value),
  }
}
