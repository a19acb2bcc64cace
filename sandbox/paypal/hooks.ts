/** Webhooks: what PayPal tells of. */
import { keepEvent, openDispatcher } from '../webhooks.ts'
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

/** Starts the sender. */
export function openHooks(book: Book): Hooks {
  const { dispatch, close } = openDispatcher(book.app)
  return {
    announce(news) {
      const event = store(book, news)
      if (!book.app.webhookUrl) return
      dispatch(() => {
        const transmission = newTransmission()
        return () => send(book, event, transmission)
      })
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
    close,
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
  keepEvent(book.events, event)
  book.save()
  return event
}
