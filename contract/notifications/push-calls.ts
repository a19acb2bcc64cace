/** Calls for push messages to a creator's browsers (Web Push). A subscription belongs to the session that made it, and ends with it. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { locales } from '../locale.ts'

/** Returns the schema of bytes as the Push API encodes its keys: base64url without padding. */
const bytes = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`)))

/** The fields of `PushSubscription.toJSON()` that the server needs. */
export const pushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PushSubscriptionData = z.output<typeof pushSubscription>

export const getPushSettings = creatorCall.get('account/push-settings', {
  summary: 'The key with which a browser subscribes, and whether this session gets push messages.',
  response: z.object({
    /** Null when this installation sends no push messages. */
    publicKey: z.nullable(z.string()),
    isOn: z.boolean(),
  }),
})

export const subscribePush = creatorCall.post('account/subscribe-push', {
  summary:
    'Subscribes this browser to push messages about tips and funded goals, in its language, until the session ends.',
  body: z.extend(pushSubscription, { locale: z.enum(locales) }),
})

export const unsubscribePush = creatorCall.post('account/unsubscribe-push', {
  summary: 'Unsubscribes this browser from push messages.',
  body: z.object({}),
})
