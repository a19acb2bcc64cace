/** Webhooks: events are stored, signed by the SDK's own signer, and sent until they are taken, in the mode that is set. */
import Stripe from 'stripe'
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

/** Waits between the tries; Stripe's own are spread over three days. */
const retryDelays = [500, 1500, 4000, 10_000, 30_000]
const reverseWindow = 1000
const lateBy = 5000
const mostEvents = 2000

/** Starts the sender. */
export function openHooks(book: Book): Hooks {
  const timers = openTimers()
  const dispatch = openDispatch(book, timers.later)

  function store(event: Omit<HookEvent, 'attempts' | 'isDelivered' | 'raw'>, body: object): void {
    const stored = { ...event, raw: JSON.stringify(body), attempts: 0, isDelivered: false }
    book.events[event.id] = stored
    forgetOldest(book)
    book.save()
    if (book.app.webhookUrl) dispatch(stored)
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
    close: timers.close,
  }
}

type Later = (delayMs: number, work: () => Promise<void>) => void

/** Timers that a closed sandbox neither keeps nor makes. */
function openTimers(): { later: Later; close(): void } {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  return {
    later(delayMs, work) {
      if (isClosed) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void work()
      }, delayMs)
      timers.add(timer)
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function openDispatch(book: Book, later: Later): (event: HookEvent) => void {
  let reversed: HookEvent[] = []

  async function deliver(event: HookEvent, attempt = 0): Promise<void> {
    const isTaken = await send(book, event)
    const delay = retryDelays[attempt]
    if (!isTaken && delay !== undefined) later(delay, () => deliver(event, attempt + 1))
  }

  async function deliverReversed(): Promise<void> {
    const events = reversed.toReversed()
    reversed = []
    await events.reduce((last, event) => last.then(() => deliver(event)), Promise.resolve())
  }

  return function dispatch(event) {
    const { hookMode, hookDelayMs } = book.app
    switch (hookMode) {
      case 'normal':
        return later(0, () => deliver(event))
      case 'drop':
        return
      case 'duplicate':
        later(0, () => deliver(event))
        return later(hookDelayMs, () => deliver(event))
      case 'late':
        return later(hookDelayMs || lateBy, () => deliver(event))
      case 'reversed':
        reversed.push(event)
        if (reversed.length === 1) later(hookDelayMs || reverseWindow, deliverReversed)
    }
  }
}

/** Signs a body as Stripe does now; each try has its own time. */
export function signatureOf({ app }: Book, { raw, isThin }: HookEvent): string {
  const secret = isThin ? app.accountWebhookSecret : app.webhookSecret
  return Stripe.webhooks.generateTestHeaderString({ payload: raw, secret })
}

/** Sends once; true when it was taken, or when nobody listens. */
async function send(book: Book, event: HookEvent): Promise<boolean> {
  const { webhookUrl } = book.app
  if (!webhookUrl) return true
  const answer = await fetch(webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(book, event),
    },
    body: event.raw,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error)
  const isTaken = 'ok' in answer && answer.ok
  event.attempts += 1
  event.isDelivered ||= isTaken
  event.lastAnswer = 'ok' in answer ? String(answer.status) : answer.message
  if ('ok' in answer) await answer.body?.cancel()
  book.save()
  return isTaken
}

function forgetOldest(book: Book): void {
  const ids = Object.keys(book.events)
  for (const id of ids.slice(0, Math.max(0, ids.length - mostEvents))) delete book.events[id]
}
