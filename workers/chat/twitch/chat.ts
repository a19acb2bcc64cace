/** Keeps the only connection to Twitch chat. It is opened on first use, and log-ins stay within Twitch's limit. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { deleteBotOutage, saveBotOutage } from '../../../db/queries/chat/bot-outages.ts'
import { watchCall } from '../../../db/wires.ts'
import type { BotToken } from '../../../domain/chat/bot-token.ts'
import type { TwitchConfig } from '../../../domain/config/chat/twitch.ts'
import { GrantRevokedError } from '../../../domain/chat/oauth-tokens.ts'
import { SlowDownError } from '../../errors.ts'
import { TwitchLoginError } from './client.ts'
import type { TwitchTimeouts } from './client.ts'
import { connectTwitch } from './connection.ts'
import type { TwitchConnection } from './connection.ts'
import type { TwitchLimits } from './limits.ts'

export interface TwitchChatContext {
  db: Db
  log: Logger
  config: TwitchConfig
  token: BotToken
  limits: TwitchLimits
  timeouts?: TwitchTimeouts | undefined
}

export interface TwitchChat {
  /** Returns the open connection, or a new one. Throws `SlowDownError` for the whole destination when it cannot connect. */
  get(): Promise<TwitchConnection>
  close(): Promise<void>
}

const firstPauseMs = 1_000
const maxPauseMs = 30_000

/**
 * Connects on the first `get`. After a failure all messages wait, twice as long each time. The wait is partly random, so that two
 * processes do not retry at the same moment.
 */
export function openTwitchChat(ctx: TwitchChatContext): TwitchChat {
  const { db, log } = ctx
  const closing = new AbortController()
  let connection: TwitchConnection | undefined
  let opening: Promise<TwitchConnection> | undefined
  let pauseMs = firstPauseMs
  /** Before this time there is no attempt to connect, no matter how many callers need a connection. */
  let closedUntil = 0

  async function open(): Promise<TwitchConnection> {
    try {
      connection = await watchCall('twitch', connectWithFreshToken(ctx, closing.signal), isFault)
      pauseMs = firstPauseMs
      await deleteBotOutage(db, 'twitch', 'login')
      return connection
    } catch (error) {
      if (closing.signal.aborted) throw new SlowDownError(firstPauseMs)
      if (error instanceof SlowDownError) throw error
      const isCredentials = error instanceof TwitchLoginError || error instanceof GrantRevokedError
      const reason = (error as Error).message
      if (error instanceof TwitchLoginError) await saveBotOutage(db, 'twitch', 'login')
      if (isCredentials)
        log.error({ platform: 'twitch', reason }, 'bot unavailable: connect its account again')
      else log.warn({ reason }, 'twitch chat not reached')
      const waitMs = withJitter(isCredentials ? maxPauseMs : pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      closedUntil = performance.now() + waitMs
      throw new SlowDownError(waitMs, 'destination')
    }
  }

  return {
    async get() {
      if (closing.signal.aborted) throw new SlowDownError(firstPauseMs)
      if (connection?.isOpen()) return connection
      const waitMs = closedUntil - performance.now()
      if (waitMs > 0) throw new SlowDownError(waitMs, 'destination')
      opening ??= open().finally(() => (opening = undefined))
      return opening
    },
    async close() {
      closing.abort()
      await connection?.close()
      await opening?.then(
        (late) => late.close(),
        () => {}, // a connection that failed to open needs no closing
      )
    },
  }
}

/**
 * Returns whether an error means that Twitch is not working. Waiting for our own limit, or a refusal of the bot, does not mean
 * that.
 */
function isFault(error: unknown): boolean {
  const others = [SlowDownError, TwitchLoginError, GrantRevokedError]
  return !others.some((kind) => error instanceof kind)
}

/** Returns between half and all of a time, at random. */
function withJitter(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random() / 2)
}

/**
 * Connects. If the log-in is refused, retries once with a new token, because the token may have been revoked since it was
 * fetched.
 */
async function connectWithFreshToken(ctx: TwitchChatContext, signal: AbortSignal): Promise<TwitchConnection> {
  const { config, token, timeouts, limits } = ctx
  const { chatUrl: url, botUsername: username } = config

  async function connect(): Promise<TwitchConnection> {
    const waitMs = await limits.takeLogin()
    if (waitMs > 0) throw new SlowDownError(waitMs, 'destination')
    return connectTwitch({ url, username, token: () => token.get(), timeouts, signal })
  }

  try {
    return await connect()
  } catch (error) {
    if (!(error instanceof TwitchLoginError)) throw error
    token.drop(await token.get())
    return connect()
  }
}
