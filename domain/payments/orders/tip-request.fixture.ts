/** For tests: what a fan wants to give. */
import type { TipRequest } from './open-order.ts'

/** A tip of 7.00 by Grace, but for what is given. */
export function buildTipRequest(creatorUid: string, given: Partial<TipRequest> = {}): TipRequest {
  return {
    creatorUid,
    goalId: undefined,
    amountMinor: 7_00,
    name: 'Grace',
    message: '',
    isPrivate: false,
    coversFee: false,
    supporter: undefined,
    addressHash: 'a'.repeat(64),
    ...given,
  }
}
