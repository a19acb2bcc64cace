/** Shares the one feed of a scene among its widgets. */
import type { OpenFeed, WidgetFeed, WidgetMessages } from './widget.ts'

/** What widgets listen to. */
const shared = ['connect', 'goals', 'leaderboard', 'timers', 'totals'] as const
type Shared = (typeof shared)[number]

type Listener = (...values: unknown[]) => void

interface Message {
  values: unknown[]
  /** When it came, in milliseconds of the page's monotonic clock. */
  at: number
}

/**
 * Returns what opens the feed of a widget in an element. It begins with the last messages, because the server sends a state only when the page
 * connects and when it changes; and it ends when the element has left the page.
 */
export function shareFeed(feed: WidgetFeed): (element: HTMLElement) => OpenFeed {
  const last = new Map<Shared, Message>()
  let listeners: { message: Shared; listener: Listener; element: HTMLElement }[] = []

  for (const message of shared)
    feed.on(message, (...values: unknown[]) => {
      last.set(message, { values, at: performance.now() })
      listeners = listeners.filter(({ element }) => element.isConnected)
      for (const each of listeners) if (each.message === message) each.listener(...values)
    })

  function listen<M extends keyof WidgetMessages>(element: HTMLElement, name: M, listen: WidgetMessages[M]) {
    const message = shared.find((each) => each === name)
    if (!message) return
    const listener = listen as Listener // its values are those of the message of this name
    listeners.push({ message, listener, element })
    const known = last.get(message)
    if (known) listener(...renew(message, known))
  }

  return (element) => () => ({
    on: (message, listener) => listen(element, message, listener),
    askTime: feed.askTime,
  })
}

/** Returns a message's values as they would be now: with timers comes the server's time, which has gone on. */
function renew(message: Shared, { values, at }: Message): unknown[] {
  const [timers, nowMs, ...rest] = values
  return message === 'timers' ? [timers, Number(nowMs) + performance.now() - at, ...rest] : values
}
