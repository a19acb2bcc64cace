/**
 * One WebSocket of EventSub: https://dev.twitch.tv/docs/eventsub/handling-websocket-events/. The client sends nothing on it but pongs;
 * Twitch closes a connection that sends anything else.
 */
import { WebSocket } from 'ws'
import { z } from 'zod'

/** The largest message that is read. Twitch's are about 1 kB. */
const maxBytes = 64 * 1024
const welcomeMs = 10_000
/** How much longer than the promised keepalive a connection may be silent, for delays on the way. */
const marginMs = 2_000

const id = z.string().regex(/^[\x21-\x7e]{1,100}$/)
const subscription = z.object({ type: z.string().max(100), status: z.string().max(100) })
const session = z.object({
  id: z.string().min(1).max(500),
  keepalive_timeout_seconds: z.number().int().min(1).max(3_600).nullish(),
  reconnect_url: z.string().max(2_000).nullish(),
})
const frame = z.object({
  metadata: z.object({ message_id: id, message_type: z.string().max(100) }),
  payload: z.object({
    session: session.optional(),
    subscription: subscription.optional(),
    event: z.unknown().optional(),
  }),
})

export interface Notification {
  /** The id of Twitch's message: the same when Twitch delivers it twice. */
  id: string
  type: string
  event: unknown
}

export interface SessionHandlers {
  onNotification(notification: Notification): void
  /** Twitch has ended a subscription, with this status. */
  onRevoked(status: string): void
  /** Twitch wants a new connection to this address within 30 seconds. */
  onReconnect(url: string): void
  /** The connection has ended without `close`; `silentMs` milliseconds ago it last sent something. */
  onEnd(reason: string, silentMs: number): void
  /** A message was not as Twitch documents it, and is ignored. */
  onInvalid(reason: string): void
}

export interface EventSession {
  /** Resolves with the session's id once Twitch has sent its welcome; rejects if the connection ends before. */
  welcome: Promise<string>
  close(): void
}

/** Connects. `scale` says how many times faster than real time the other end's clock is. */
export function openEventSession(url: string, handlers: SessionHandlers, scale = 1): EventSession {
  const socket = new WebSocket(url, { maxPayload: maxBytes, handshakeTimeout: welcomeMs })
  let settle = { resolve: (_id: string) => {}, reject: (_error: Error) => {} }
  const welcome = new Promise<string>((resolve, reject) => (settle = { resolve, reject }))
  welcome.catch(() => {}) // the caller that waits for it gets the error
  let lastAt = performance.now()
  let silenceMs = welcomeMs
  let timer = setTimeout(() => end('silent'), silenceMs)
  let isEnded = false

  function end(reason: string): void {
    if (isEnded) return
    stop()
    settle.reject(new Error(`the connection ended: ${reason}`))
    handlers.onEnd(reason, performance.now() - lastAt)
  }

  function stop(): void {
    isEnded = true
    clearTimeout(timer)
    socket.terminate()
  }

  function receive(text: string): void {
    lastAt = performance.now()
    clearTimeout(timer)
    const parsed = frame.safeParse(toJson(text))
    if (parsed.success) act(parsed.data)
    else handlers.onInvalid(z.prettifyError(parsed.error))
    if (!isEnded) timer = setTimeout(() => end('silent'), silenceMs)
  }

  function act({ metadata, payload }: z.output<typeof frame>): void {
    const { session: about, subscription: of, event } = payload
    switch (metadata.message_type) {
      case 'session_welcome':
        if (!about) return handlers.onInvalid('a welcome without a session')
        silenceMs = ((about.keepalive_timeout_seconds ?? 10) * 1000) / scale + marginMs
        return settle.resolve(about.id)
      case 'session_reconnect':
        if (!about?.reconnect_url) return handlers.onInvalid('a reconnection without an address')
        return handlers.onReconnect(about.reconnect_url)
      case 'notification':
        if (!of) return handlers.onInvalid('an event without a subscription')
        return handlers.onNotification({ id: metadata.message_id, type: of.type, event })
      case 'revocation':
        return handlers.onRevoked(of?.status ?? '')
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    if (!isEnded && !isBinary) receive(data.toString('utf8'))
  })
  socket.on('error', (error) => end(error.message))
  socket.on('close', (code) => end(`closed with ${code}`))
  return {
    welcome,
    close() {
      if (isEnded) return
      stop()
      settle.reject(new Error('the connection was closed'))
    },
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
