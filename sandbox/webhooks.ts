/** Webhooks of the payment stand-ins: kept, and sent until they are taken, in the mode that a test sets. */
import * as z from 'zod'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** What a control says of where webhooks go. */
export const webhookTarget = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => loopback.includes(new URL(url).hostname),
      'The sandbox calls addresses of this machine only.',
    )
    .nullable(),
})

/** What a control says of how they go. */
export const webhookManner = z.object({
  mode: z.enum(['normal', 'drop', 'duplicate', 'late', 'reversed']),
  delayMs: z.int().min(0).default(0),
})

/** How a stand-in's webhooks are sent. */
export interface Sending {
  webhookUrl?: string
  hookMode: z.output<typeof webhookManner>['mode']
  hookDelayMs: number
}

/** An event as it is kept, with what became of it. */
export interface KeptEvent {
  id: string
  type: string
  /** Exactly the bytes that are sent and signed. */
  raw: string
  attempts: number
  isDelivered: boolean
  lastAnswer?: string
}

/** One try of a delivery; true when it was taken. */
type Try = () => Promise<boolean>

export interface Dispatcher {
  /** Sends after the current call; `begin` is called once for each delivery, what it gives back once for each try. */
  dispatch(begin: () => Try): void
  close(): void
}

/** Waits between the tries; the providers' own are spread over three days. */
const retryDelays = [500, 1500, 4000, 10_000, 30_000]
const reverseWindow = 1000
const lateBy = 5000
const mostEvents = 2000

/** Starts the sender of one stand-in. */
export function openDispatcher(sending: Sending): Dispatcher {
  const { later, close } = openTimers()
  let reversed: Try[] = []

  async function deliver(attempt: Try, retries = 0): Promise<void> {
    const isTaken = await attempt()
    const delay = retryDelays[retries]
    if (!isTaken && delay !== undefined) later(delay, () => deliver(attempt, retries + 1))
  }

  /** One at a time, so that the order is what arrives. */
  async function deliverReversed(): Promise<void> {
    const attempts = reversed.toReversed()
    reversed = []
    for (const attempt of attempts) await deliver(attempt)
  }

  function dispatch(begin: () => Try): void {
    const { hookMode, hookDelayMs } = sending
    switch (hookMode) {
      case 'normal':
        return later(0, () => deliver(begin()))
      case 'drop':
        return
      case 'duplicate':
        later(0, () => deliver(begin()))
        return later(hookDelayMs, () => deliver(begin()))
      case 'late':
        return later(hookDelayMs || lateBy, () => deliver(begin()))
      case 'reversed':
        reversed.push(begin())
        if (reversed.length === 1) later(hookDelayMs || reverseWindow, deliverReversed)
    }
  }

  return { dispatch, close }
}

/** Timers that a closed sandbox neither keeps nor makes. */
function openTimers() {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  return {
    later(delayMs: number, work: () => Promise<void>): void {
      if (isClosed) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        void work()
      }, delayMs)
      timers.add(timer)
    },
    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Posts an event once and notes the answer on it; true when it was taken, or when nobody listens. */
export async function post(
  { webhookUrl }: Sending,
  event: KeptEvent,
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
  const isTaken = 'ok' in answer && answer.ok
  event.attempts += 1
  event.isDelivered ||= isTaken
  event.lastAnswer = 'ok' in answer ? String(answer.status) : answer.message
  if ('ok' in answer) await answer.body?.cancel()
  return isTaken
}

/** Keeps an event among the latest two thousand. */
export function keepEvent<E extends KeptEvent>(events: Record<string, E>, event: E): void {
  events[event.id] = event
  const ids = Object.keys(events)
  for (const id of ids.slice(0, Math.max(0, ids.length - mostEvents))) delete events[id]
}
