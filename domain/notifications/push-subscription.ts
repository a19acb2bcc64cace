/** Seals push subscriptions for storage, because anybody who has a subscription can send messages to its browser. */
import { createHash } from 'node:crypto'
import { pushSubscription } from '../../contract/push-calls.ts'
import type { PushSubscriptionData } from '../../contract/push-calls.ts'
import { seal, unseal } from '../security/sealing.ts'

/** Seals a subscription for its account. */
export function sealSubscription(key: Buffer, uid: string, { endpoint, keys }: PushSubscriptionData): string {
  return seal(key, JSON.stringify({ endpoint, keys }), contextOf(uid))
}

/** Unseals a subscription that `sealSubscription` sealed. */
export function unsealSubscription(key: Buffer, uid: string, sealed: string): PushSubscriptionData {
  return pushSubscription.parse(JSON.parse(unseal(key, sealed, contextOf(uid))))
}

/** Returns a hash of an endpoint, by which a browser is recognised when it subscribes a second time. */
export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}

function contextOf(uid: string): string {
  return `${uid}:push`
}
