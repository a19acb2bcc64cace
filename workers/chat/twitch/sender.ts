/** Sends a message over Twitch's IRC: joins the channel, takes from the rate limit, and finds out whether the message was posted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionRow } from '../../../db/schema.ts'
import { SlowDownError } from '../../errors.ts'
import type { Throttle } from '../throttle.ts'
import type { TwitchChannels } from './channels.ts'
import type { TwitchChat } from './chat.ts'
import { TwitchLostError } from './client.ts'
import type { TwitchResponse, TwitchConnection } from './connection.ts'
import type { TwitchLimits } from './limits.ts'
import type { TwitchNames } from './names.ts'
import { toRefusal, tooManyChannels } from './notices.ts'
import type { TwitchRoles } from './roles.ts'

/**
 * The minimum time between messages in a channel where the bot is not a moderator: Twitch accepts one message a second there. A
 * message that has to wait for longer is rescheduled instead.
 */
export const plainGapMs = 1_100
/** How long a chat waits after Twitch did not respond to its joins. */
const firstSilenceMs = 5_000
const maxSilenceMs = 60_000
/** How long a chat waits after the connection was lost, until another one is open. */
const lostMs = 500

/** What applies to the bot in a channel. `isPrivileged`: the higher limits; `isSlow`: its slow mode. */
export interface Entry {
  isPrivileged: boolean
  isSlow: boolean
}

/** What became of a message. `silence`: it is unknown whether it was posted; `id` is that of a NOTICE over IRC. */
export type SendOutcome =
  | { kind: 'accepted'; isPrivileged: boolean }
  | { kind: 'refused'; id: string; text: string }
  | { kind: 'silence' }

export interface TwitchSender<Outcome = SendOutcome> {
  /** Prepares for messages in the creator's channel; over IRC it connects and joins the channel, under its present name. */
  enter(row: ConnectionRow): Promise<Entry>
  /** Sends the message that `textFor` returns. */
  send(row: ConnectionRow, textFor: (isPrivileged: boolean) => string): Promise<Outcome>
}

/** A channel that the bot is in. */
interface Entered {
  connection: TwitchConnection
  channel: string
  isPrivileged: boolean
}

interface SenderContext {
  log: Logger
  chat: TwitchChat
  channels: TwitchChannels
  names: TwitchNames
  roles: TwitchRoles
  limits: TwitchLimits
  throttle: Throttle
  scale: number
}

/** Opens the sender over IRC. */
export function openTwitchSender(ctx: SenderContext): TwitchSender {
  const { chat, channels, names, roles, limits, throttle, scale } = ctx
  const { wait, forget } = openSilences(scale)
  const findRenamed = openRenames(ctx, wait)

  async function enter(row: ConnectionRow): Promise<Entered> {
    const channel = names.current(row)
    const connection = await chat.get()
    const entered = await tryToEnter(row, connection, channel)
    if (entered) return entered
    const login = await findRenamed(row, channel)
    return (await tryToEnter(row, connection, login)) ?? wait(login, 'busy')
  }

  /** Joins a channel; undefined if nobody responds, or if the channel belongs to another user by now. */
  async function tryToEnter(
    row: ConnectionRow,
    connection: TwitchConnection,
    channel: string,
  ): Promise<Entered | undefined> {
    const response = await channels.join(connection, channel, roles.isPrivileged(row)).catch((error) => {
      throw error instanceof TwitchLostError ? new SlowDownError(lostMs) : error
    })
    if (response.kind === 'refused') {
      if (response.id === tooManyChannels) channels.leaveHalf(connection)
      throw toRefusal(response.id, response.text, scale)
    }
    if (response.kind === 'silence') return undefined
    const roomId = connection.roomId(channel)
    if (roomId !== undefined && roomId !== row.platformUserId) {
      channels.leave(connection, channel)
      return undefined
    }
    forget(channel)
    roles.remember(row, response.isPrivileged)
    return { connection, channel, isPrivileged: response.isPrivileged }
  }

  const send: TwitchSender['send'] = async (row, textFor) => {
    const { connection, channel, isPrivileged } = await enter(row)
    const text = textFor(isPrivileged)
    return channels.hold(channel, async () => {
      const waitMs = await limits.takeMessage(isPrivileged)
      if (waitMs > 0) throw new SlowDownError(waitMs)
      try {
        return await connection.send(channel, text)
      } catch (error) {
        if (!(error instanceof TwitchLostError)) throw error
        return isPrivileged ? { kind: 'silence' } : await resend(ctx, text, () => enter(row))
      } finally {
        if (!isPrivileged) throttle.block(row.platformUserId, gapMs(connection.slowSeconds(channel)) / scale)
      }
    })
  }

  return {
    async enter(row) {
      const { connection, channel, isPrivileged } = await enter(row)
      return { isPrivileged, isSlow: !isPrivileged && connection.slowSeconds(channel) > 0 }
    },
    send,
  }
}

/** Returns a function that returns the new login of a creator whose channel does not respond under its known one. */
function openRenames(
  { log, names }: SenderContext,
  wait: (channel: string, reason: 'busy' | 'notFound') => never,
) {
  return async function findRenamed(row: ConnectionRow, channel: string): Promise<string> {
    const login = await names.lookUp(row).catch((error: Error) => {
      log.info({ reason: error.message }, 'twitch user not looked up')
      return channel
    })
    if (login === undefined) return wait(channel, 'notFound')
    return login === channel ? wait(channel, 'busy') : login
  }
}

/** Returns how many milliseconds lie between messages in a channel with this slow mode. */
const gapMs = (slowSeconds: number) => Math.max(plainGapMs, slowSeconds * 1000)

/** Counts how often Twitch did not respond to the joins of each channel. */
function openSilences(scale: number) {
  const silences = new Map<string, number>()
  return {
    forget: (channel: string) => void silences.delete(channel),
    /**
     * Makes a chat wait after Twitch did not respond to its joins. The wait doubles each time, so that channels that do not exist do
     * not use up the limit of joins.
     */
    wait(channel: string, reason: 'busy' | 'notFound'): never {
      const count = silences.get(channel) ?? 0
      silences.set(channel, count + 1)
      const waitMs = Math.min(firstSilenceMs * 2 ** count, maxSilenceMs) / scale
      throw new SlowDownError(waitMs, 'delivery', reason)
    },
  }
}

/**
 * Resends a message when it is unknown whether the first attempt posted it. If the bot is not a moderator, Twitch refuses a message
 * that repeats one of the last 30 seconds, so such a refusal proves that the first attempt posted it.
 */
async function resend(
  { limits, log, scale }: SenderContext,
  text: string,
  enter: () => Promise<Entered>,
): Promise<TwitchResponse> {
  try {
    const { connection, channel, isPrivileged } = await enter()
    await delay(plainGapMs / scale)
    if (isPrivileged || (await limits.takeMessage(false)) > 0) return { kind: 'silence' }
    const response = await connection.send(channel, text)
    const isProof = response.kind === 'refused' && response.id === 'msg_duplicate'
    return isProof ? { kind: 'accepted', isPrivileged: false, isModerator: false } : response
  } catch (error) {
    log.info({ reason: (error as Error).message }, 'twitch message not resent')
    return { kind: 'silence' }
  }
}
