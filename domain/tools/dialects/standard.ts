/** Our own events, signed (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
import { Webhook } from 'standardwebhooks'
import type { Dialect } from './dialect.ts'

export interface SignedEvent {
  id: string
  body: string
  at: Date
}

/** Returns the headers of a webhook, signed with each of the secrets. */
export function signWebhook(
  secrets: readonly string[],
  { id, body, at }: SignedEvent,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

export const standard: Dialect = {
  toRequest({ event, secrets, at }) {
    const body = JSON.stringify(event)
    return { body, headers: signWebhook(secrets, { id: event.id, body, at }) }
  },
}
