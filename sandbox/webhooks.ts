/**
 * Stores the webhooks of the payment stand-ins, and sends each until the receiver responds with 2xx. A test can change how they
 * are sent.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Router } from 'express'
import * as z from 'zod'
import { addControl } from './control.ts'

/** The address of the webhook receiver, and how webhooks are sent. */
export interface WebhookSettings {
  webhookUrl?: string | undefined
  webhookId?: string
  /** The types of event that the receiver has asked for, as the provider's API lists them. Default: all. Every event is sent. */
  webhookEvents?: string[] | undefined
  hookMode: z.output<typeof deliverySchema>['mode']
  hookDelayMs: number
}

/** A stored event and the state of its delivery. */
export interface StoredEvent {
  id: string
  type: string
  /** Exactly the bytes that are sent and signed. */
  raw: string
  attempts: number
  isDelivered: boolean
  lastAnswer?: string
}

/** The part of a provider's store that holds its webhooks. */
export interface WebhookStore<Event extends StoredEvent> {
  app: WebhookSettings
  events: Record<string, Event>
  save(): void
}

export type WebhookQueue<Event extends StoredEvent> = ReturnType<typeof openWebhookQueue<Event>>

/** The delays between attempts, in milliseconds; the providers spread theirs over three days. */
const retryDelays = [500, 1500, 4000, 10_000, 30_000]
const reverseWindowMs = 1000
const lateMs = 5000
const maxEvents = 2000

/** Returns a controller whose signal any number of waiting events may listen to: Node warns from the eleventh on. */
function openClosing(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}

/**
 * Starts a sender. `sign` is called once per delivery and returns a function that is called for the headers of each attempt. `addressOf`
 * returns where an event goes.
 */
export function openWebhookQueue<Event extends StoredEvent>(
  store: WebhookStore<Event>,
  sign: (event: Event) => () => Record<string, string>,
  addressOf: (event: Event) => string | undefined = () => store.app.webhookUrl,
) {
  const closing = openClosing()
  let reversed: Event[] = []

  /** Runs `work` after a delay, unless the sender has been closed. */
  function later(delayMs: number, work: () => Promise<void>): void {
    void sleep(delayMs, undefined, { signal: closing.signal }).then(work, () => {})
  }

  const attempt = (event: Event, headers: () => Record<string, string>) =>
    post(addressOf(event), event, headers()).finally(() => store.save())

  async function deliver(event: Event, headers = sign(event), retries = 0): Promise<void> {
    const isAccepted = await attempt(event, headers)
    const delay = retryDelays[retries]
    if (!isAccepted && delay !== undefined) later(delay, () => deliver(event, headers, retries + 1))
  }

  /** Delivers the withheld events in reverse order, one at a time so that they arrive in that order. */
  async function deliverReversed(): Promise<void> {
    const events = reversed.toReversed()
    reversed = []
    for (const event of events) await deliver(event)
  }

  function dispatch(event: Event): void {
    const { hookMode, hookDelayMs } = store.app
    switch (hookMode) {
      case 'normal':
        return later(0, () => deliver(event))
      case 'drop':
        return
      case 'duplicate':
        later(0, () => deliver(event))
        return later(hookDelayMs, () => deliver(event))
      case 'late':
        return later(hookDelayMs || lateMs, () => deliver(event))
      case 'reversed':
        reversed.push(event)
        if (reversed.length === 1) later(hookDelayMs || reverseWindowMs, deliverReversed)
    }
  }

  return {
    /** Stores an event and sends it once the current call has finished. */
    add(data: Omit<Event, 'attempts' | 'isDelivered'>): void {
      const event = { ...data, attempts: 0, isDelivered: false } as Event
      store.events[event.id] = event
      for (const id of Object.keys(store.events).slice(0, -maxEvents)) delete store.events[id]
      store.save()
      if (addressOf(event)) dispatch(event)
    },
    /** Resends the event with id `eventId`, and every event that has one of the other properties. */
    async resend({ eventId, ...about }: Record<string, string | undefined>): Promise<Event[]> {
      const wanted = Object.entries(about).filter(([, value]) => value !== undefined)
      const events = Object.values(store.events).filter(
        (event) => event.id === eventId || wanted.some(([name, value]) => Reflect.get(event, name) === value),
      )
      await Promise.all(events.map((event) => attempt(event, sign(event))))
      return events
    },
    close: () => closing.abort(),
  }
}

/** Posts an event once and stores the response. Returns true if the receiver accepted it or if there is no receiver. */
async function post(
  webhookUrl: string | undefined,
  event: StoredEvent,
  headers: Record<string, string>,
): Promise<boolean> {
  if (!webhookUrl) return true
  const answer = await fetch(webhookUrl, {
    method: 'POST',
    headers,
    body: event.raw,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error)
  const isAccepted = 'ok' in answer && answer.ok
  event.attempts += 1
  event.isDelivered ||= isAccepted
  event.lastAnswer = 'ok' in answer ? String(answer.status) : answer.message
  if ('ok' in answer) await answer.body?.cancel()
  return isAccepted
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']
/** An address that the sandbox may call. */
export const hookAddress = z
  .url({ protocol: /^https?$/, message: 'Not a valid URL' })
  .refine(
    (url) => loopback.includes(new URL(url).hostname),
    'The sandbox calls addresses of this machine only.',
  )
const targetSchema = z.object({
  url: hookAddress.nullable(),
  events: z.array(z.string()).optional(),
})
const deliverySchema = z.object({
  mode: z.enum(['normal', 'drop', 'duplicate', 'late', 'reversed']),
  delayMs: z.int().min(0).default(0),
})

/** Adds the control endpoints that set where and how webhooks are sent, and that resend events. */
export function addWebhookControls<Event extends StoredEvent>(
  router: Router,
  path: string,
  store: WebhookStore<Event>,
  queue: WebhookQueue<Event>,
  setTarget: (url: string | undefined, events: string[] | undefined) => void = (webhookUrl, webhookEvents) =>
    Object.assign(store.app, { webhookUrl, webhookEvents }),
): void {
  addControl(router, `${path}/webhook-url`, targetSchema, ({ url, events }) => {
    setTarget(url ?? undefined, events)
    store.save()
    return { webhookId: store.app.webhookId }
  })
  addControl(router, `${path}/webhooks`, deliverySchema, ({ mode, delayMs }) => {
    Object.assign(store.app, { hookMode: mode, hookDelayMs: delayMs })
    store.save()
    return { mode, delayMs }
  })
  addControl(router, `${path}/webhooks/resend`, z.record(z.string(), z.string()), async (wanted) => {
    const events = await queue.resend(wanted)
    return { events: events.map(({ raw: _raw, ...event }) => event) }
  })
}

/** Returns the stored events as the control endpoint `state` shows them. */
export function showEvents(events: Record<string, StoredEvent>): object[] {
  return Object.values(events).map(({ raw, ...event }) => ({ ...event, body: JSON.parse(raw) as unknown }))
}
