import type { CallResponse } from '../../../../contract/call.ts'
import { capturePaypalOrder } from '../../../../contract/paypal-calls.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'

export type Captured = CallResponse<typeof capturePaypalOrder>

const retryDelaysMs = [600, 1500, 4000]

/**
 * Captures an order that the supporter has approved `approvals` times. If the response is lost, repeats the call: the server then
 * returns the outcome of the first call.
 */
export async function captureTip(
  orderId: string,
  approvals: number,
  waitsMs: readonly number[] = retryDelaysMs,
): Promise<Captured> {
  for (const wait of waitsMs) {
    try {
      return await captureOnce(orderId, approvals)
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return captureOnce(orderId, approvals)
}

/** Returns whether it is unknown if money moved: there was no response, or it came from a proxy between us and the provider. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CallError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}

async function captureOnce(orderId: string, approvals: number): Promise<Captured> {
  return call(capturePaypalOrder, { params: { orderId }, body: { approvals } }, { errorsTo: 'caller' })
}
