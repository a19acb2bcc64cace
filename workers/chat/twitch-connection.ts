/**
 * Opens one connection to Twitch chat, with tmi.js. A lost connection is never reopened; the caller opens another one. This
 * avoids two problems of tmi.js: after a failed log-in it stops reconnecting for good, and it rejoins channels by itself, which
 * causes USERSTATE messages that look like responses to ours.
 */
import tmi from 'tmi.js'
import { isRefusal } from './twitch-notices.ts'

/** Twitch's response to our message or join. `silence` means that there was none in time, although the connection works. */
export type TwitchResponse =
  | { kind: 'accepted'; isPrivileged: boolean }
  | { kind: 'refused'; id: string; text: string }
  | { kind: 'silence' }

export interface TwitchConnection {
  isOpen(): boolean
  /** Returns whether the channel is already joined; then `join` sends nothing. */
  isJoined(channel: string): boolean
  /** Returns the seconds of slow mode in a joined channel; 0 if slow mode is off. */
  slowSeconds(channel: string): number
  /**
   * Joins a channel once; later calls return Twitch's latest response for this channel. Throws `TwitchLostError` if the
   * connection was lost or no longer responds.
   */
  join(channel: string): Promise<TwitchResponse>
  /**
   * Sends a message to a joined channel; only one at a time may be sent per channel. Throws `TwitchLostError` if the message was
   * sent, but the connection was lost or stopped responding before Twitch's response. Throws any other error if the message was
   * not sent.
   */
  send(channel: string, text: string): Promise<TwitchResponse>
  close(): Promise<void>
}

/** Thrown when Twitch refused the access token, so that a new one is needed. */
export class TwitchLoginError extends Error {}

/** Thrown when the connection was lost or stopped responding before Twitch's response. */
export class TwitchLostError extends Error {}

export interface TwitchAddress {
  url: string
  username: string
  token: () => Promise<string>
  timeouts?: TwitchTimeouts
  signal?: AbortSignal
}

/** Timeouts in milliseconds of the log-in, a join, a message, and a PING. */
export interface TwitchTimeouts {
  connectMs: number
  joinMs: number
  sendMs: number
  pingMs?: number
}

const defaultTimeouts: TwitchTimeouts = { connectMs: 10_000, joinMs: 3_000, sendMs: 5_000 }
const usualPingMs = 2_000
/** If nothing was received for this long, a PING checks the connection before a message is sent. */
const trustedMs = 3_000

interface PendingResponse {
  isResponse(message: IrcMessage): boolean
  resolve(response: TwitchResponse): void
  lose(): void
}

interface IrcMessage {
  command: string
  params: string[]
  tags: Record<string, unknown>
}

/**
 * Connects and logs in. Throws `TwitchLoginError` when Twitch refuses the token, and another error when the chat cannot be
 * reached.
 */
export async function connectTwitch(address: TwitchAddress): Promise<TwitchConnection> {
  const client = openClient(address)
  const { connectMs, joinMs, sendMs, pingMs = usualPingMs } = address.timeouts ?? defaultTimeouts
  const pending = new Map<string, PendingResponse>()
  const joined = new Map<string, TwitchResponse>()
  const slow = new Map<string, number>()
  const link = openLink(client, pending, pingMs)

  client.on('raw_message', (copy) => {
    const message = copy as IrcMessage
    link.hear()
    const channel = message.params[0]?.replace(/^#/, '') ?? ''
    recordSlowMode(slow, channel, message)
    const request = pending.get(channel)
    const response = request?.isResponse(message) ? toResponse(message) : undefined
    if (response) request?.resolve(response)
  })
  await logIn(client, connectMs, address.signal)

  const { isOpen, requireAlive } = link
  const sendRequest = openRequests(pending, link.isLost)

  return {
    isOpen,
    isJoined: (channel) => joined.has(channel),
    slowSeconds: (channel) => slow.get(channel) ?? 0,
    async join(channel) {
      const known = joined.get(channel)
      if (link.quietMs() > trustedMs) await requireAlive()
      if (known) return known
      const response = await sendRequest(
        channel,
        () => client.join(channel),
        () => true,
        joinMs,
      )
      if (response.kind === 'silence') await requireAlive()
      if (response.kind === 'accepted') joined.set(channel, response)
      return response
    },
    async send(channel, text) {
      if (!isOpen()) throw new Error('twitch: the connection is gone')
      const response = await sendRequest(
        channel,
        () => client.say(channel, text),
        isResponseToMessage,
        sendMs,
      )
      if (response.kind === 'silence') await requireAlive()
      if (response.kind === 'refused') joined.delete(channel)
      if (response.kind === 'accepted') joined.set(channel, response)
      return response
    },
    async close() {
      await client.disconnect().catch(() => {}) // the connection may already be closed
    },
  }
}

type Client = InstanceType<typeof tmi.Client>

/**
 * Tracks whether the connection is lost. It also detects a silent connection with a PING, because nothing else shows that it is
 * dead.
 */
function openLink(client: Client, pending: ReadonlyMap<string, PendingResponse>, pingMs: number) {
  const pulse = openPulse(client, pingMs)
  let isLost = false

  function lose(): void {
    isLost = true
    // After Twitch's RECONNECT, tmi.js would reconnect by itself, in addition to the connection that we open next.
    client.connect = () => Promise.reject(new TwitchLostError('this connection is over'))
    for (const request of pending.values()) request.lose()
  }
  client.on('disconnected', lose)

  return {
    isLost: () => isLost,
    isOpen: () => !isLost && client.readyState() === 'OPEN',
    hear: pulse.hear,
    quietMs: pulse.quietMs,
    /** Closes the connection and throws if Twitch does not respond to a PING. */
    async requireAlive(): Promise<void> {
      if (await pulse.isAlive()) return
      lose()
      client.disconnect().catch(() => {}) // not awaited, because a dead connection does not respond to the closing handshake
      throw new TwitchLostError('connection to twitch silent')
    },
  }
}

function openPulse(client: Client, pingMs: number) {
  let heardAt = performance.now()
  let asking: Promise<boolean> | undefined
  let answer = () => {}

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pingMs, false)
      answer = () => {
        clearTimeout(timer)
        resolve(true)
      }
      client.ping().catch(() => {}) // the timeout of tmi.js is shorter than ours, so its rejection is ignored
    })
  }

  return {
    hear(): void {
      heardAt = performance.now()
      answer()
    },
    quietMs: () => performance.now() - heardAt,
    isAlive: () => (asking ??= ask().finally(() => (asking = undefined))),
  }
}

/** Returns a function that sends something to a channel and waits for Twitch's response. */
function openRequests(pending: Map<string, PendingResponse>, isLost: () => boolean) {
  return (
    channel: string,
    send: () => Promise<unknown>,
    isResponse: PendingResponse['isResponse'],
    waitMs: number,
  ) =>
    new Promise<TwitchResponse>((resolve, reject) => {
      const timer = setTimeout(() => end(() => resolve({ kind: 'silence' })), waitMs)
      const lose = () => end(() => reject(new TwitchLostError('connection to twitch lost')))
      function end(settle: () => void): void {
        clearTimeout(timer)
        pending.delete(channel)
        settle()
      }
      pending.set(channel, { isResponse, resolve: (response) => end(() => resolve(response)), lose })
      // After 600 ms tmi.js rejects with "No response from Twitch.", but Twitch may still respond. So a rejection counts only if
      // the connection is lost.
      send().catch(() => isLost() && lose())
    })
}

const silent = { setLevel() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, fatal() {} }

function openClient({ url, username, token }: TwitchAddress) {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'wss:'
  return new tmi.Client({
    options: { skipUpdatingEmotesets: true, skipMembership: true },
    connection: {
      server: hostname,
      port: Number(port || (isSecure ? 443 : 80)),
      secure: isSecure,
      reconnect: false,
    },
    identity: { username, password: token },
    channels: [],
    logger: silent,
  })
}

async function logIn(
  client: InstanceType<typeof tmi.Client>,
  connectMs: number,
  signal = new AbortController().signal,
): Promise<void> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('twitch did not greet in time')), connectMs)
    stop = () => reject(new TwitchLostError('no longer wanted'))
    signal.addEventListener('abort', stop)
  })
  try {
    await Promise.race([client.connect(), limit])
  } catch (error) {
    // Otherwise a socket whose log-in failed would stay open.
    client.disconnect().catch(() => {})
    throw toLoginError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Converts the errors of a failed log-in, which tmi.js throws as strings. */
function toLoginError(error: unknown): Error {
  if (error instanceof Error) return error
  const text = String(error)
  if (/log(?:in|ging in)|improperly formatted auth|invalid nick/i.test(text))
    return new TwitchLoginError(text)
  return new Error(`twitch: ${text}`)
}

/**
 * Records slow mode from a ROOMSTATE message. The first one after a join has all settings, later ones only those that have
 * changed.
 */
function recordSlowMode(slow: Map<string, number>, channel: string, { command, tags }: IrcMessage): void {
  const seconds = Number(tags.slow)
  if (command === 'ROOMSTATE' && tags.slow !== undefined && Number.isFinite(seconds))
    slow.set(channel, seconds)
}

/**
 * Returns whether a line is the response to a message. A USERSTATE also follows a join, but only after a message does it have a
 * message id.
 */
function isResponseToMessage({ command, tags }: IrcMessage): boolean {
  return command !== 'USERSTATE' || tags.id !== undefined
}

function toResponse({ command, params, tags }: IrcMessage): TwitchResponse | undefined {
  if (command === 'USERSTATE') return { kind: 'accepted', isPrivileged: isPrivileged(tags) }
  const id = tags['msg-id']
  if (command !== 'NOTICE' || typeof id !== 'string' || !isRefusal(id)) return undefined
  return { kind: 'refused', id, text: params[1] ?? '' }
}

/** Returns whether the bot is a moderator or the broadcaster, to whom the higher limits apply. */
function isPrivileged({ mod, badges }: Record<string, unknown>): boolean {
  return mod === '1' || (typeof badges === 'string' && /(^|,)broadcaster\//.test(badges))
}
