import type { RefundRequest } from './payment-provider.ts'

/** Returns the idempotency key of a refund: another one after each refusal, and the same one after a lost response. */
export function refundKeyOf({ id, attempt }: Pick<RefundRequest, 'id' | 'attempt'>): string {
  return attempt === 0 ? `refund:${id}` : `refund:${id}:${attempt}`
}
