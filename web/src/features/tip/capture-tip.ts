import type { CapturedTip } from '../../../../contract/payments/captured-tip.ts'
import { capturePaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { confirmWalletPayment } from '../../../../contract/payments/stripe-calls.ts'
import { CallError } from '../../lib/calls/call-error.ts'
import { call } from '../../lib/calls/call.ts'

export type Captured = CapturedTip

const retryDelaysMs = [600, 1500, 4000]

/** Captures an order at PayPal that the supporter has approved. */
export function captureTip(orderId: string, waitsMs = retryDelaysMs): Promise<Captured> {
  const request = { params: { orderId } }
  return untilAnswered(() => call(capturePaypalOrder, request, { errorsTo: 'caller' }), waitsMs)
}

/** Has the tip of a wallet's payment recorded. Rejects with one of `unpaidCodes` if it is not paid. */
export function confirmTip(paymentId: string, waitsMs = retryDelaysMs): Promise<Captured> {
  const request = { params: { paymentId } }
  return untilAnswered(() => call(confirmWalletPayment, request, { errorsTo: 'caller' }), waitsMs)
}

/** If the response is lost, repeats the call: the server then returns the outcome of the first call. */
async function untilAnswered(
  capture: () => Promise<Captured>,
  waitsMs: readonly number[],
): Promise<Captured> {
  for (const wait of waitsMs) {
    try {
      return await capture()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return capture()
}

/** Returns whether it is unknown if money moved: there was no response, or it came from a proxy between us and the provider. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CallError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}

/** The codes of a payment that was looked up and has not been made. */
const unpaidCodes = ['payment_refused', 'payee_unavailable', 'payment_not_approved', 'payment_closed']

/** Returns whether a payment that was looked up has not been made. */
export function isUnpaid(error: unknown): boolean {
  return error instanceof CallError && unpaidCodes.includes(error.code ?? '')
}
