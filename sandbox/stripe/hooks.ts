/** Webhooks: what Stripe tells of, signed by the SDK's own signer. */
import Stripe from 'stripe'
import { keepEvent, openDispatcher, post } from '../webhooks.ts'
import type { Account, Book, HookEvent, Intent, Session } from './book.ts'
import { makeId, nowInSeconds } from './ids.ts'
import { eventView } from './wire.ts'

export interface Hooks {
  /** Something happened to a payment on a connected account; `object` is how it looks now. */
  announce(type: string, about: Session | Intent, object: object): void
  /** The same about the connection itself. */
  announceAccount(type: string, account: Account, object: object): void
  /** An event of the second API, which says no more than which account to read again. */
  announceThin(type: string, account: Account): void
  /** Sends again, now and once, all events about a session, or one by its id. */
  resend(about: { sessionId?: string | undefined; eventId?: string | undefined }): Promise<HookEvent[]>
  close(): void
}

/** Starts the sender. */
export function openHooks(book: Book): Hooks {
  const { dispatch, close } = openDispatcher(book.app)

  function store(event: Omit<HookEvent, 'attempts' | 'isDelivered' | 'raw'>, body: object): void {
    const stored = { ...event, raw: JSON.stringify(body), attempts: 0, isDelivered: false }
    keepEvent(book.events, stored)
    book.save()
    if (book.app.webhookUrl) dispatch(() => () => send(book, stored))
  }

  const announceOn = (type: string, account: string, object: object, sessionId?: string) => {
    const event = { id: makeId('evt'), type, account, created: nowInSeconds(), isThin: false }
    store({ ...event, ...(sessionId ? { sessionId } : {}) }, eventView(event, object))
  }

  return {
    announce: (type, about, object) =>
      announceOn(type, about.account, object, 'sessionId' in about ? about.sessionId : about.id),
    announceAccount: (type, account, object) => announceOn(type, account.id, object),
    announceThin(type, { id: account }) {
      const event = { id: makeId('evt_test'), type, account, created: nowInSeconds(), isThin: true }
      store(event, {
        id: event.id,
        object: 'v2.core.event',
        type,
        created: new Date().toISOString(),
        livemode: false,
        related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
      })
    },
    async resend({ sessionId, eventId }) {
      const isMeant = (event: HookEvent) =>
        event.id === eventId || (sessionId !== undefined && event.sessionId === sessionId)
      const events = Object.values(book.events).filter(isMeant)
      await Promise.all(events.map((event) => send(book, event)))
      return events
    },
    close,
  }
}

/** Signs a body as Stripe does now; each try has its own time. */
export function signatureOf({ app }: Book, { raw, isThin }: HookEvent): string {
  const secret = isThin ? app.accountWebhookSecret : app.webhookSecret
  return Stripe.webhooks.generateTestHeaderString({ payload: raw, secret })
}

async function send(book: Book, event: HookEvent): Promise<boolean> {
  const isTaken = await post(book.app, event, {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signatureOf(book, event),
  })
  book.save()
  return isTaken
}
