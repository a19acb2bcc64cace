/** What all widgets share: their connection to `/live`, the creator's look, and a panic. */
import type { livePath, LiveHello, LiveToPage, LiveToServer, LiveWants } from '../../contract/sockets.ts'
import { maxTravelMs } from './clock.ts'
import { connect } from './connection.ts'
import { toggleWrongAddress } from './dom.ts'
import { setLook } from './look.ts'
import type { PageQuery } from './page-query.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof livePath = '/live'

/** What a widget is told. `connect` comes whenever the connection is open. */
export type WidgetMessages = LiveToPage & { connect: () => void }

/** Where a widget gets what it shows: from the server, or in the editor of styles from the editor. */
export interface WidgetFeed {
  on<M extends keyof WidgetMessages>(message: M, listener: WidgetMessages[M]): void
  /** Asks for the server's time. An answer comes soon or never: while the connection is lost, the question is dropped. */
  askTime: LiveToServer['time']
}

/** Opens the feed of what a widget wants. */
export type OpenFeed = (wants: LiveWants) => WidgetFeed

/**
 * Shows a widget in an element, as the parameters of its address say, for as long as the element is in the page. Each file of `widgets/`
 * exports one as `show`.
 */
export type ShowWidget = (container: HTMLElement, open: OpenFeed, params: URLSearchParams) => void

/** How long a connected widget waits for its look before it is shown in ours, in milliseconds. */
const maxLookMs = 1_000

/**
 * Connects a widget. It looks as the creator's alerts do, and is not shown before it does. In a panic it shows nothing at all, as
 * `control.ts` does for alerts.
 */
export function connectWidget(query: PageQuery, wants: LiveWants): WidgetFeed {
  const { style } = document.documentElement
  const hello = (): LiveHello => ({ ...query, wants })
  const socket = connect(path, hello, () => toggleWrongAddress(true))
  const feed: WidgetFeed = {
    on: (message, listener) => void socket.on<string>(message, listener),
    // Not `volatile`: Socket.IO would drop it right after a reconnect, and keeps it if a ping is overdue (`emit` of socket.io-client 4.8).
    askTime: (answer) =>
      void socket.timeout(maxTravelMs).emit('time', (error: Error | null, nowMs: number) => {
        if (!error) answer(nowMs)
      }),
  }
  const reveal = () => style.removeProperty('visibility')
  style.visibility = 'hidden'
  followLook(feed)
  feed.on('connect', () => {
    toggleWrongAddress(false)
    setTimeout(reveal, maxLookMs)
  })
  feed.on('blank', (isBlank) => {
    reveal()
    if (isBlank) style.setProperty('display', 'none', 'important')
    else style.removeProperty('display')
  })
  return feed
}

/** Gives the page each look that a feed brings. */
export function followLook(feed: WidgetFeed): void {
  const root = document.documentElement
  let version = 0
  feed.on('look', (look) => {
    if (look.version < version) return // messages of two servers can overtake each other
    version = look.version
    root.dataset['size'] = look.size
    setLook(root, look)
  })
}
