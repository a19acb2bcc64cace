/**
 * Twitch's EventSub over WebSockets: sessions, and the subscriptions that belong to them.
 * https://dev.twitch.tv/docs/eventsub/handling-websocket-events/
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Accounts } from './accounts.ts'
import { eventTypes, type TwitchEvent } from './event-types.ts'

export const eventSubPath = '/twitch/eventsub/ws'

export interface Subscription {
  id: string
  type: string
  version: string
  condition: Record<string, string>
  createdAt: string
  /** The login of the user whose token made it. */
  login: string
  session: Session
}

export interface Session {
  id: string
  socket: WebSocket
  connectedAt: string
  keepaliveSeconds: number
  /** Set once Twitch has requested a reconnection: the key in its address. */
  reconnectKey: string | undefined
  /** Whether nothing arrives any more, and neither end is told. */
  isSilent: boolean
  lastSentAt: number
}

export type EventSub = ReturnType<typeof openEventSub>

/** The numbers with which Twitch closes a connection: the table "Close message" of the page above. */
const closings = {
  /** The client sent something. */
  inbound: 4001,
  /** The client subscribed to nothing in time. */
  unused: 4003,
  /** The client did not connect elsewhere in time. */
  expired: 4004,
  /** The address of a reconnection is not one of ours. */
  invalidReconnect: 4007,
} as const
/** A welcome's keepalive is also the time in which the client has to subscribe to something. */
const subscribeWithinSeconds = 10
const reconnectSeconds = 30
const tickMs = 50

interface EventSubState {
  accounts: Accounts
  /** Milliseconds of the stand-in's clock, which tests make faster than real time. */
  now(): number
  sessions: Set<Session>
  /** When sessions are closed unless they do what is due. */
  deadlines: Map<Session, { at: number; closing: keyof typeof closings }>
  subscriptions: Subscription[]
}

/** Opens EventSub. `origin` is the sandbox's address. */
export function openEventSub(accounts: Accounts, now: () => number, origin: string) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const sessions = new Set<Session>()
  const state: EventSubState = { accounts, now, sessions, deadlines: new Map(), subscriptions: [] }
  const ticking = setInterval(() => tick(state), tickMs).unref()

  return {
    sessions,
    list: () => state.subscriptions,
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { searchParams } = new URL(request.url ?? '/', 'ws://sandbox')
      sockets.handleUpgrade(request, socket, head, (client) => accept(state, client, searchParams))
    },
    add(subscription: Subscription): void {
      const { deadlines, subscriptions } = state
      subscriptions.push(subscription)
      if (deadlines.get(subscription.session)?.closing === 'unused') deadlines.delete(subscription.session)
    },
    remove: (id: string) => removeAll(state, (one) => one.id === id),
    /**
     * Sends an event of a channel to every session that has subscribed to it, `times` times with the same id, because Twitch delivers
     * at least once. Returns to how many sessions.
     */
    emit: (channelId: string, event: TwitchEvent, times: number) => emit(state, channelId, event, times),
    /** Ends the subscriptions of users who no longer permit them, and tells their sessions. */
    endRevoked: () => endRevoked(state),
    /** Asks every client to connect anew within 30 seconds, and closes what is still open then. */
    requestReconnect: () => requestReconnect(state, `${origin.replace(/^http/, 'ws')}${eventSubPath}`),
    dropAll: () => sessions.forEach(({ socket }) => socket.terminate()),
    silenceAll: () => sessions.forEach((session) => (session.isSilent = true)),
    async close(): Promise<void> {
      clearInterval(ticking)
      for (const { socket } of sessions) socket.terminate()
      await new Promise((resolve) => sockets.close(resolve))
    },
  }
}

function accept(state: EventSubState, socket: WebSocket, query: URLSearchParams): void {
  const key = query.get('reconnect_key')
  const replaces = key ? [...state.sessions].find(({ reconnectKey }) => reconnectKey === key) : undefined
  if (key && !replaces) return socket.close(closings.invalidReconnect)
  // "Specifying an invalid, but numeric value will return the nearest acceptable value."
  const wanted = Number(query.get('keepalive_timeout_seconds') ?? 10)
  const session: Session = {
    id: `session_${randomUUID()}`,
    socket,
    connectedAt: new Date().toISOString(),
    keepaliveSeconds: Math.min(Math.max(Math.trunc(wanted) || 10, 10), 600),
    reconnectKey: undefined,
    isSilent: false,
    lastSentAt: state.now(),
  }
  state.sessions.add(session)
  socket.on('message', () => close(state, session, 'inbound'))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    state.sessions.delete(session)
    state.deadlines.delete(session)
    removeAll(state, (one) => one.session === session)
  })
  for (const one of state.subscriptions) if (one.session === replaces) one.session = session
  const until = state.now() + subscribeWithinSeconds * 1000
  if (!replaces) state.deadlines.set(session, { at: until, closing: 'unused' })
  send(state, session, 'session_welcome', { session: toPayload(session, 'connected') })
}

function send(
  state: EventSubState,
  session: Session,
  type: string,
  payload: object,
  extra: object = {},
): void {
  if (session.isSilent || session.socket.readyState !== WebSocket.OPEN) return
  const message_timestamp = new Date().toISOString()
  const metadata = { message_id: randomUUID(), message_type: type, message_timestamp, ...extra }
  session.socket.send(JSON.stringify({ metadata, payload }))
  session.lastSentAt = state.now()
}

function close({ deadlines }: EventSubState, session: Session, closing: keyof typeof closings): void {
  deadlines.delete(session)
  if (session.isSilent) session.socket.terminate()
  else session.socket.close(closings[closing])
}

function removeAll(state: EventSubState, matches: (one: Subscription) => boolean): void {
  state.subscriptions = state.subscriptions.filter((one) => !matches(one))
}

function tick(state: EventSubState): void {
  const now = state.now()
  for (const [session, { at, closing }] of state.deadlines) if (at <= now) close(state, session, closing)
  for (const session of state.sessions)
    if (now - session.lastSentAt >= session.keepaliveSeconds * 1000)
      send(state, session, 'session_keepalive', {})
}

function emit(state: EventSubState, channelId: string, { type, event }: TwitchEvent, times: number): number {
  const meant = state.subscriptions.filter(
    (one) => one.type === type && one.condition[eventTypes[type]!.condition[0]!] === channelId,
  )
  for (const one of meant) {
    const again = { message_id: randomUUID(), subscription_type: type, subscription_version: one.version }
    for (let sent = 0; sent < times; sent++)
      send(state, one.session, 'notification', { subscription: toSubscription(one), event }, again)
  }
  return meant.length
}

function endRevoked(state: EventSubState): void {
  const isPermitted = ({ login, type }: Subscription) => {
    const scope = eventTypes[type]!.scope
    return state.accounts.oauth.hasGrant(
      (grant) => grant.login === login && (!scope || grant.scopes.includes(scope)),
    )
  }
  const ended = state.subscriptions.filter((one) => !isPermitted(one))
  removeAll(state, (one) => ended.includes(one))
  for (const one of ended) {
    const about = { subscription_type: one.type, subscription_version: one.version }
    const subscription = toSubscription(one, 'authorization_revoked')
    send(state, one.session, 'revocation', { subscription }, about)
  }
}

function requestReconnect(state: EventSubState, address: string): void {
  for (const session of state.sessions) {
    session.reconnectKey = randomUUID()
    const url = `${address}?reconnect_key=${session.reconnectKey}`
    const payload = { ...toPayload(session, 'reconnecting'), keepalive_timeout_seconds: null }
    send(state, session, 'session_reconnect', { session: { ...payload, reconnect_url: url } })
    state.deadlines.set(session, { at: state.now() + reconnectSeconds * 1000, closing: 'expired' })
  }
}

function toPayload(session: Session, status: string) {
  return {
    id: session.id,
    status,
    connected_at: session.connectedAt,
    keepalive_timeout_seconds: session.keepaliveSeconds,
    reconnect_url: null,
    recovery_url: null,
  }
}

/** Returns a subscription as Twitch's API and messages show it. The user whose data it is has consented, so it costs nothing. */
export function toSubscription(one: Subscription, status = 'enabled') {
  const { id, type, version, condition, createdAt: created_at, session } = one
  const transport = { method: 'websocket', session_id: session.id, connected_at: session.connectedAt }
  return { id, status, type, version, condition, created_at, transport, cost: 0 }
}
