/** Push messages to a creator's own browsers (Web Push): a subscription belongs to the session that made it, and ends with it. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { locales } from './locale.ts'

/** Of so many bytes, as the Push API writes its keys. */
const bytes = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`)))

/** What `PushSubscription.toJSON()` says, without what nobody needs. */
export const pushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PushSubscriptionData = z.output<typeof pushSubscription>

export const getPushSettings = defineCall({
  method: 'GET',
  path: 'account/push-settings',
  access: 'creator',
  summary: 'With which key a browser subscribes, and whether this session gets push messages.',
  response: z.object({
    /** Null where this site sends none. */
    publicKey: z.nullable(z.string()),
    isOn: z.boolean(),
  }),
})

export const subscribePush = defineCall({
  method: 'POST',
  path: 'account/subscribe-push',
  access: 'creator',
  summary: 'Tips and funded goals go to this browser from now on, in its language, until the session ends.',
  body: z.extend(pushSubscription, { locale: z.enum(locales) }),
  response: z.object({}),
})

export const unsubscribePush = defineCall({
  method: 'POST',
  path: 'account/unsubscribe-push',
  access: 'creator',
  summary: 'Nothing goes to this browser any more.',
  body: z.object({}),
  response: z.object({}),
})
