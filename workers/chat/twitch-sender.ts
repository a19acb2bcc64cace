/** How a line is said on Twitch: the channel entered, the budget taken from, and what became of it found out. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { GiveUpError, SlowDownError } from '../errors.ts'
import type { Pace } from './throttle.ts'
import type { TwitchChat } from './twitch-chat.ts'
import { TwitchLostError } from './twitch-connection.ts'
import type { TwitchAnswer, TwitchConnection } from './twitch-connection.ts'
import type { TwitchLimits } from './twitch-limits.ts'
import { toRefusal } from './twitch-notices.ts'

/** Where the bot is no moderator, a channel takes one line a second: so little is waited for on the spot. */
export const plainGapMs = 1_100

export interface TwitchVoice {
  /** The connection, in the channel, and whether the wide limits hold there. */
  enter(channel: string): Promise<{ connection: TwitchConnection; isPrivileged: boolean }>
  /** Says a line; silence when nobody knows whether it stands. */
  say(channel: string, text: string): Promise<TwitchAnswer>
}

interface VoiceContext {
  log: Logger
  chat: TwitchChat
  limits: TwitchLimits
  pace: Pace
  scale: number
}

/** Opens the voice of a connection. */
export function openTwitchVoice({ log, chat, limits, pace, scale }: VoiceContext): TwitchVoice {
  async function come(channel: string) {
    const connection = await chat.get()
    return { connection, isPrivileged: await enter(connection, channel, limits) }
  }

  async function say(channel: string, text: string): Promise<TwitchAnswer> {
    const { connection, isPrivileged } = await come(channel)
    const waitMs = await limits.takeLine(isPrivileged)
    if (waitMs > 0) throw new SlowDownError(waitMs)
    try {
      return await connection.say(channel, text)
    } catch (error) {
      if (!(error instanceof TwitchLostError)) throw error
      return isPrivileged ? { kind: 'silence' } : await sayAgain(channel, text)
    } finally {
      if (!isPrivileged) {
        pace.close(channel, Math.max(plainGapMs, connection.slowSeconds(channel) * 1000) / scale)
      }
    }
  }

  /**
   * Nobody knows whether the line stands there. To who is no moderator Twitch refuses a line that repeats one of the last half
   * minute, so there it can be said again: the refusal is the proof that it stood.
   */
  async function sayAgain(channel: string, text: string): Promise<TwitchAnswer> {
    try {
      const { connection, isPrivileged } = await come(channel)
      await delay(plainGapMs / scale)
      if (isPrivileged || (await limits.takeLine(false)) > 0) return { kind: 'silence' }
      const answer = await connection.say(channel, text)
      const isProof = answer.kind === 'refused' && answer.id === 'msg_duplicate'
      return isProof ? { kind: 'accepted', isPrivileged: false } : answer
    } catch (error) {
      log.info({ reason: (error as Error).message }, 'twitch line not asked after')
      return { kind: 'silence' }
    }
  }

  return { enter: come, say }
}

/**
 * Enters a channel and says whether the wide limits hold there. A join that Twitch drops is not answered, as is one of a
 * channel that is not there: the second silence decides.
 */
async function enter(connection: TwitchConnection, channel: string, limits: TwitchLimits): Promise<boolean> {
  const first = await join(connection, channel, limits)
  const answer = first.kind === 'silence' ? await join(connection, channel, limits) : first
  if (answer.kind === 'refused') throw toRefusal(answer.id, answer.text)
  if (answer.kind === 'silence') throw new GiveUpError('notFound')
  return answer.isPrivileged
}

async function join(
  connection: TwitchConnection,
  channel: string,
  limits: TwitchLimits,
): Promise<TwitchAnswer> {
  const waitMs = connection.isJoined(channel) ? 0 : await limits.takeJoin()
  if (waitMs > 0) throw new SlowDownError(waitMs)
  return connection.join(channel)
}
