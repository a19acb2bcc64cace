/**
 * Opens one connection to Twitch chat, with tmi.js. A lost connection is never reopened; the caller opens another one. This
 * avoids two problems of tmi.js: after a failed log-in it stops reconnecting for good, and it rejoins channels by itself, which
 * causes USERSTATE messages that look like responses to ours.
 */
import { logIn, openTwitchClient, TwitchLostError } from './client.ts'
import type { IrcMessage, TwitchAddress, TwitchTimeouts } from './client.ts'
import { openTwitchLink } from './link.ts'
import type { TwitchLink } from './link.ts'
import { isRefusal, isTemporary } from './notices.ts'

/**
 * Twitch's response to our message or join. `isPrivileged` means that the higher limits apply to the bot in this channel;
 * `isModerator`, that the channel does not count toward the limit of joined channels. `silence` means that there was no response in
 * time, although the connection works.
 */
export type TwitchResponse =
  | { kind: 'accepted'; isPrivileged: boolean; isModerator: boolean }
  | { kind: 'refused'; id: string; text: string }
  | { kind: 'silence' }

export interface TwitchConnection {
  isOpen(): boolean
  /** Returns whether the channel is already joined; then `join` sends nothing. */
  isJoined(channel: string): boolean
  /** Returns the seconds of slow mode in a joined channel; 0 if slow mode is off. */
  slowSeconds(channel: string): number
  /** Returns the id of the user whose room a joined channel is; undefined if the server has not said. */
  roomId(channel: string): string | undefined
  /**
   * Joins a channel once; later calls return Twitch's latest response for this channel. Throws `TwitchLostError` if the
   * connection was lost or no longer responds.
   */
  join(channel: string): Promise<TwitchResponse>
  /** Leaves a channel. */
  part(channel: string): void
  /**
   * Sends a message to a joined channel; only one at a time may be sent per channel. Throws `TwitchLostError` if the message was
   * sent, but the connection was lost or stopped responding before Twitch's response. Throws any other error if the message was
   * not sent.
   */
  send(channel: string, text: string): Promise<TwitchResponse>
  close(): Promise<void>
}

const defaultTimeouts: TwitchTimeouts = { connectMs: 10_000, joinMs: 3_000, sendMs: 5_000 }
const usualPingMs = 2_000
/**
 * If nothing was received for this long, a PING checks the connection before something is sent, so that a half-open connection
 * takes at most what is sent within this time.
 */
const trustedMs = 250
/** A PING follows when neither a response nor anything else has come for this long. */
const probeMs = 1_000

interface PendingResponse {
  read(message: IrcMessage): TwitchResponse | undefined
  resolve(response: TwitchResponse): void
  lose(): void
}

/**
 * Connects and logs in. Throws `TwitchLoginError` when Twitch refuses the token, and another error when the chat cannot be
 * reached.
 */
export async function connectTwitch(address: TwitchAddress): Promise<TwitchConnection> {
  const client = openTwitchClient(address)
  const { connectMs, joinMs, sendMs, pingMs = usualPingMs } = address.timeouts ?? defaultTimeouts
  const pending = new Map<string, PendingResponse>()
  const joined = new Map<string, TwitchResponse>()
  const rooms = new Map<string, RoomState>()
  /** The channels that this connection is in, also those whose latest response is no longer valid. */
  const entered = new Set<string>()
  const link = openTwitchLink(client, pingMs, () => {
    for (const request of pending.values()) request.lose()
  })

  client.on('raw_message', (copy) => {
    const message = copy as IrcMessage
    link.hear()
    const channel = message.params[0]?.replace(/^#/, '') ?? ''
    recordRoomState(rooms, channel, message)
    const request = pending.get(channel)
    const response = request?.read(message)
    if (response) request?.resolve(response)
  })
  await logIn(client, connectMs, address.signal)

  const request = openRequests(pending, link)

  function part(channel: string): void {
    for (const kept of [entered, joined, rooms]) kept.delete(channel)
    client.part(channel).catch(() => {}) // Twitch's response comes later than tmi.js expects, or not at all
  }

  return {
    isOpen: link.isOpen,
    isJoined: (channel) => joined.has(channel),
    slowSeconds: (channel) => rooms.get(channel)?.slowSeconds ?? 0,
    roomId: (channel) => rooms.get(channel)?.id,
    async join(channel) {
      const known = joined.get(channel)
      if (link.quietMs() > trustedMs) await link.requireAlive()
      if (known) return known
      if (entered.has(channel)) part(channel) // a second JOIN of the same channel may have no answer
      rooms.delete(channel)
      const answer = openJoinAnswer(address.username, () => rooms.get(channel)?.id !== undefined)
      const silent = await request(channel, () => client.join(channel), answer.read, joinMs)
      const response = silent.kind === 'silence' ? answer.latest() : silent
      if (response.kind === 'silence') await link.requireAlive()
      if (response.kind === 'accepted') {
        entered.add(channel)
        joined.set(channel, response)
      }
      return response
    },
    part,
    async send(channel, text) {
      if (!link.isOpen()) throw new Error('twitch: the connection is gone')
      const response = await request(channel, () => client.say(channel, text), readSendAnswer, sendMs)
      if (response.kind === 'silence') await link.requireAlive()
      if (response.kind === 'accepted') joined.set(channel, response)
      else if (response.kind === 'silence' || !isTemporary(response.id)) joined.delete(channel)
      return response
    },
    async close() {
      await client.disconnect().catch(() => {}) // the connection may already be closed
    },
  }
}

/** Returns a function that sends something to a channel and waits for Twitch's response. */
function openRequests(pending: Map<string, PendingResponse>, link: TwitchLink) {
  return (channel: string, send: () => Promise<unknown>, read: PendingResponse['read'], waitMs: number) =>
    new Promise<TwitchResponse>((resolve, reject) => {
      const timer = setTimeout(() => end(() => resolve({ kind: 'silence' })), waitMs)
      const probe = setTimeout(() => {
        if (link.quietMs() >= probeMs) link.requireAlive().catch(() => {}) // a lost link ends every request
      }, probeMs)
      const lose = () => end(() => reject(new TwitchLostError('connection to twitch lost')))
      function end(settle: () => void): void {
        clearTimeout(timer)
        clearTimeout(probe)
        pending.delete(channel)
        settle()
      }
      pending.set(channel, { read, resolve: (response) => end(() => resolve(response)), lose })
      // After 600 ms tmi.js rejects with "No response from Twitch.", but Twitch may still respond. So a rejection counts only if
      // the connection is lost.
      send().catch(() => link.isLost() && lose())
    })
}

/**
 * Collects the lines that answer a join: USERSTATE says what the bot may do, and ROOMSTATE whose room it is. A server that is not
 * Twitch's repeats the JOIN and sends neither; there the bot has no privileges.
 */
function openJoinAnswer(username: string, hasRoomId: () => boolean) {
  let latest: TwitchResponse = { kind: 'silence' }
  let hasUserState = false
  return {
    latest: () => latest,
    read(message: IrcMessage): TwitchResponse | undefined {
      const { command, prefix } = message
      const isOwnJoin = command === 'JOIN' && prefix?.toLowerCase().startsWith(`${username.toLowerCase()}!`)
      if (isOwnJoin && latest.kind === 'silence')
        latest = { kind: 'accepted', isPrivileged: false, isModerator: false }
      const response = readAnswer(message)
      if (response?.kind === 'refused') return response
      if (response) latest = response
      hasUserState ||= response !== undefined
      return hasUserState && hasRoomId() ? latest : undefined
    },
  }
}

interface RoomState {
  id?: string
  slowSeconds: number
}

/**
 * Records what a ROOMSTATE message says about a room. The first one after a join has all settings, later ones only those that have
 * changed.
 */
function recordRoomState(
  rooms: Map<string, RoomState>,
  channel: string,
  { command, tags }: IrcMessage,
): void {
  if (command !== 'ROOMSTATE') return
  const before = rooms.get(channel) ?? { slowSeconds: 0 }
  const seconds = Number(tags.slow ?? before.slowSeconds)
  const id = tags['room-id']
  rooms.set(channel, {
    ...before,
    slowSeconds: Number.isFinite(seconds) ? seconds : before.slowSeconds,
    ...(typeof id === 'string' && id !== '' && { id }),
  })
}

/** Reads the answer to a message. A USERSTATE also follows a join, but only after a message does it have a message id. */
function readSendAnswer(message: IrcMessage): TwitchResponse | undefined {
  return message.command === 'USERSTATE' && message.tags.id === undefined ? undefined : readAnswer(message)
}

function readAnswer({ command, params, tags }: IrcMessage): TwitchResponse | undefined {
  if (command === 'USERSTATE') return toAccepted(tags)
  const id = tags['msg-id']
  if (command !== 'NOTICE' || typeof id !== 'string' || !isRefusal(id)) return undefined
  return { kind: 'refused', id, text: params[1] ?? '' }
}

/**
 * The higher limits apply to moderators, VIPs and the broadcaster (https://github.com/pajbot/tmi-rate-limits); only a moderator's
 * channels are not counted toward the limit of joined channels.
 */
function toAccepted({ mod, badges }: Record<string, unknown>): TwitchResponse {
  const has = (badge: string) => typeof badges === 'string' && new RegExp(`(^|,)${badge}/`).test(badges)
  const isModerator = mod === '1' || has('broadcaster')
  return { kind: 'accepted', isModerator, isPrivileged: isModerator || has('vip') }
}
