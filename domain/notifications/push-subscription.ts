/** Seals push subscriptions for storage, because anybody who has a subscription can send messages to its browser. */
import { createHash } from 'node:crypto'
import { pushSubscription } from '../../contract/notifications/push-calls.ts'
import type { PushSubscriptionData } from '../../contract/notifications/push-calls.ts'
import { seal, unseal } from '../security/sealing.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** Seals a subscription for its account. */
export function sealSubscription(
  secretKeys: SecretKeys,
  uid: string,
  { endpoint, keys }: PushSubscriptionData,
): string {
  return seal(secretKeys, JSON.stringify({ endpoint, keys }), subscriptionContext(uid))
}

/** Unseals a subscription that `sealSubscription` sealed. */
export function unsealSubscription(
  secretKeys: SecretKeys,
  uid: string,
  sealed: string,
): PushSubscriptionData {
  return pushSubscription.parse(JSON.parse(unseal(secretKeys, sealed, subscriptionContext(uid))))
}

/** Returns a hash of an endpoint. We recognise a browser by it when it subscribes a second time. */
export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}

/** Returns the context for sealing a subscription of an account. */
export function subscriptionContext(uid: string): string {
  return `${uid}:push`
}
