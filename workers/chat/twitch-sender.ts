/** Sends a message on Twitch: joins the channel, takes from the rate limit, and finds out whether the message was posted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SlowDownError } from '../errors.ts'
import type { Throttle } from './throttle.ts'
import type { TwitchChat } from './twitch-chat.ts'
import { TwitchLostError } from './twitch-connection.ts'
import type { TwitchResponse, TwitchConnection } from './twitch-connection.ts'
import type { TwitchLimits } from './twitch-limits.ts'
import { toRefusal } from './twitch-notices.ts'

/**
 * The minimum wait between messages where the bot is not a moderator: there, a channel accepts one message a second. Waits of up
 * to this length are waited out; after longer ones the message is rescheduled.
 */
export const plainGapMs = 1_100
/** How long a chat waits after Twitch did not respond to its joins. */
const firstSilenceMs = 5_000
const maxSilenceMs = 60_000
/** How long a chat waits after the connection was lost, until another one is open. */
const lostMs = 500

export interface TwitchSender {
  /** Connects and joins the channel. `isPrivileged` means that the higher limits apply there. */
  enter(channel: string): Promise<{ connection: TwitchConnection; isPrivileged: boolean }>
  /** Sends a message. Returns `silence` when it is unknown whether it was posted. */
  send(channel: string, text: string): Promise<TwitchResponse>
}

interface SenderContext {
  log: Logger
  chat: TwitchChat
  limits: TwitchLimits
  throttle: Throttle
  scale: number
}

/** Opens the sender of a connection. */
export function openTwitchSender({ log, chat, limits, throttle, scale }: SenderContext): TwitchSender {
  const silences = new Map<string, number>()

  async function joinChannel(channel: string) {
    const connection = await chat.get()
    const response = await enter(connection, channel, limits)
    if (response.kind === 'refused') throw toRefusal(response.id, response.text)
    if (response.kind === 'silence') throw waitAfterSilence(channel)
    silences.delete(channel)
    return { connection, isPrivileged: response.isPrivileged }
  }

  /**
   * Returns the error that makes a chat wait after Twitch did not respond to its joins. The wait doubles each time, so that
   * channels that do not exist do not use up the limit of joins.
   */
  function waitAfterSilence(channel: string): SlowDownError {
    const count = silences.get(channel) ?? 0
    silences.set(channel, count + 1)
    const waitMs = Math.min(firstSilenceMs * 2 ** count, maxSilenceMs) / scale
    return new SlowDownError(waitMs, 'delivery', 'notFound')
  }

  async function send(channel: string, text: string): Promise<TwitchResponse> {
    const { connection, isPrivileged } = await joinChannel(channel)
    const waitMs = await limits.takeMessage(isPrivileged)
    if (waitMs > 0) throw new SlowDownError(waitMs)
    try {
      return await connection.send(channel, text)
    } catch (error) {
      if (!(error instanceof TwitchLostError)) throw error
      return isPrivileged ? { kind: 'silence' } : await resend(channel, text)
    } finally {
      if (!isPrivileged) {
        throttle.block(channel, Math.max(plainGapMs, connection.slowSeconds(channel) * 1000) / scale)
      }
    }
  }

  /**
   * Resends a message when it is unknown whether the first attempt posted it. If the bot is not a moderator, Twitch refuses a
   * message that repeats one of the last 30 seconds, so such a refusal proves that the first attempt posted it.
   */
  async function resend(channel: string, text: string): Promise<TwitchResponse> {
    try {
      const { connection, isPrivileged } = await joinChannel(channel)
      await delay(plainGapMs / scale)
      if (isPrivileged || (await limits.takeMessage(false)) > 0) return { kind: 'silence' }
      const response = await connection.send(channel, text)
      const isProof = response.kind === 'refused' && response.id === 'msg_duplicate'
      return isProof ? { kind: 'accepted', isPrivileged: false } : response
    } catch (error) {
      log.info({ reason: (error as Error).message }, 'twitch message not resent')
      return { kind: 'silence' }
    }
  }

  return { enter: joinChannel, send }
}

/**
 * Joins a channel. Twitch responds neither to a join that it drops nor to one of a channel that does not exist, so a join without
 * a response is retried once. Without a response, the chat's messages wait until they expire, and the creator is shown why.
 */
async function enter(
  connection: TwitchConnection,
  channel: string,
  limits: TwitchLimits,
): Promise<TwitchResponse> {
  try {
    const first = await join(connection, channel, limits)
    return first.kind === 'silence' ? await join(connection, channel, limits) : first
  } catch (error) {
    throw error instanceof TwitchLostError ? new SlowDownError(lostMs) : error
  }
}

async function join(
  connection: TwitchConnection,
  channel: string,
  limits: TwitchLimits,
): Promise<TwitchResponse> {
  const waitMs = connection.isJoined(channel) ? 0 : await limits.takeJoin()
  if (waitMs > 0) throw new SlowDownError(waitMs)
  return connection.join(channel)
}
