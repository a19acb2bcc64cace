/** Webhooks: events are stored, and sent until they are taken, in the mode that is set. */
import type { Book, HookEvent } from './book.ts'
import { makeEventId } from './ids.ts'
import { newTransmission, send } from './transmission.ts'

/** Something that happened, as the API shows it. */
export interface News {
  type: string
  resourceType: string
  resource: Record<string, unknown>
  summary: string
  orderId?: string
  captureId?: string
}

export interface Hooks {
  /** Stores an event and sends it, in the mode that is set, after the current call. */
  announce(news: News): void
  /** Sends again, now and once, all events about an order or a capture. */
  resend(about: { orderId?: string; captureId?: string; eventId?: string }): Promise<HookEvent[]>
  close(): void
}

/** Waits between the tries; PayPal's own are spread over three days. */
const retryDelays = [500, 1500, 4000, 10_000, 30_000]
const reverseWindow = 1000
const lateBy = 5000
const mostEvents = 2000

/** Starts the sender. */
export function openHooks(book: Book): Hooks {
  const timers = openTimers()
  const dispatch = openDispatch(book, timers.later)
  return {
    announce(news) {
      const event = store(book, news)
      if (book.app.webhookUrl) dispatch(event)
    },
    async resend({ orderId, captureId, eventId }) {
      const isMeant = (event: HookEvent) =>
        event.id === eventId ||
        (orderId !== undefined && event.orderId === orderId) ||
        (captureId !== undefined && event.captureId === captureId)
      const events = Object.values(book.events).filter(isMeant)
      await Promise.all(events.map((event) => send(book, event, newTransmission())))
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

  async function deliver(event: HookEvent, transmission = newTransmission(), attempt = 0): Promise<void> {
    const isTaken = await send(book, event, transmission)
    const delay = retryDelays[attempt]
    if (!isTaken && delay !== undefined) later(delay, () => deliver(event, transmission, attempt + 1))
  }

  /** One at a time, so that the order is what arrives. */
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

function store(book: Book, { orderId, captureId, ...news }: News): HookEvent {
  const id = makeEventId()
  const createTime = new Date().toISOString()
  const self = `${book.base}/v1/notifications/webhooks-events/${id}`
  const raw = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: createTime,
    resource_type: news.resourceType,
    resource_version: '2.0',
    event_type: news.type,
    summary: news.summary,
    resource: news.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  })
  const event = { id, type: news.type, orderId, captureId, createTime, raw, attempts: 0, isDelivered: false }
  book.events[id] = event
  forgetOldest(book)
  book.save()
  return event
}

function forgetOldest(book: Book): void {
  const ids = Object.keys(book.events)
  for (const id of ids.slice(0, Math.max(0, ids.length - mostEvents))) delete book.events[id]
}
