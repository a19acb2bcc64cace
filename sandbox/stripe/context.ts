import type { Store } from './store.ts'
import type { WebhookSender } from './webhooks.ts'

/** The stand-in's store and the sender of its webhooks. */
export interface StripeContext {
  store: Store
  webhooks: WebhookSender
}
