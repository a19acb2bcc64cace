/** The destinations of deliveries, for pages as well: `events.ts` has what only processes need. */
import * as z from 'zod/mini'
import { chatPlatform } from './chat/platforms.ts'
import type { ChatPlatform } from './chat/platforms.ts'

/**
 * The destinations of deliveries. Emails about accounts, to `account-mail`, belong to no event; all others do. A delivery to `webhooks` becomes one
 * to `endpoints` for each endpoint of the creator's. `workers/delivery-rules.ts` lists
 * how the destinations differ.
 */
export const destination = z.enum([
  'alerts',
  ...chatPlatform.options.map(toChatDestination),
  'notifications',
  'mail',
  'push',
  'receipt',
  'speech',
  'account-mail',
  'webhooks',
  'endpoints',
  'timer',
])

/** Returns the destination of a platform's chats. */
export function toChatDestination(platform: ChatPlatform) {
  return `chat-${platform}` as const
}
