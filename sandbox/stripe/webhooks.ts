/** Makes and sends Stripe's webhooks, which the SDK's own signer signs. */
import Stripe from 'stripe'
import { openWebhookQueue } from '../webhooks.ts'
import { makeId, nowInSeconds } from './ids.ts'
import type { Account, Intent, Session, Store, WebhookEvent } from './store.ts'
import { eventView } from './wire.ts'

export type WebhookSender = ReturnType<typeof openWebhooks>

/** Starts the sender of Stripe's webhooks. */
export function openWebhooks(store: Store) {
  const { app } = store
  const queue = openWebhookQueue(
    store,
    (event: WebhookEvent) => () => headersOf(store, event),
    ({ isThin }) => (isThin ? app.destinationUrl : app.webhookUrl),
  )

  function add(type: string, account: string, object: object, sessionId?: string): void {
    const event = { id: makeId('evt'), type, account, sessionId, created: nowInSeconds(), isThin: false }
    const viewed = { ...event, account: account === store.own.id ? undefined : account }
    queue.add({ ...event, raw: JSON.stringify(eventView(viewed, object)) })
  }

  return {
    ...queue,
    /** Sends an event about a payment; `object` is the payment's current state. */
    send: (type: string, about: Session | Intent, object: object) =>
      add(type, about.account, object, 'sessionId' in about ? about.sessionId : about.id),
    /** Sends an event about the connection of an account. */
    sendForAccount: (type: string, account: Account, object: object) => add(type, account.id, object),
    /** Sends an event of the API v2, which contains only the id of the account that changed. */
    sendThin(type: string, { id: account }: Account): void {
      const event = { id: makeId('evt_test'), type, account, created: nowInSeconds(), isThin: true }
      const body = {
        id: event.id,
        object: 'v2.core.event',
        type,
        created: new Date().toISOString(),
        livemode: false,
        related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
      }
      queue.add({ ...event, raw: JSON.stringify(body) })
    },
  }
}

/** Returns the headers of an attempt. As at Stripe, each attempt is signed with its own time. */
function headersOf({ app }: Store, { raw, isThin }: WebhookEvent): Record<string, string> {
  const secret = isThin ? app.accountWebhookSecret : app.webhookSecret
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: raw, secret }),
  }
}
