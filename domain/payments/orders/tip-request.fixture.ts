import type { TipRequest } from './open-order.ts'

/** A request for a tip of 7.00 by Grace, with the given fields changed. */
export function buildTipRequest(creatorUid: string, given: Partial<TipRequest> = {}): TipRequest {
  return {
    creatorUid,
    goalId: undefined,
    amountMinor: 7_00,
    currency: undefined,
    name: 'Grace',
    message: '',
    isPrivate: false,
    coversFee: false,
    supporter: undefined,
    addressHash: 'a'.repeat(64),
    formerAddressHashes: [],
    widerAddressHashes: [],
    checkoutId: undefined,
    ...given,
  }
}
