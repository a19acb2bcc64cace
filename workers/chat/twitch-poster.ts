/** Posts to Twitch chat as the bot. One process holds the connection: the one that has the lease opens this. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TwitchConfig } from '../../domain/config.ts'
import { openBotToken } from '../../domain/chat/bot-token.ts'
import type { BotToken } from '../../domain/chat/bot-token.ts'
import { GrantRevokedError } from '../../domain/gateways/oauth-tokens.ts'
import { openTwitchOauth } from '../../domain/gateways/twitch-oauth.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { openBudget, openPace } from './pace.ts'
import type { ChatPoster } from './poster.ts'
import { TwitchLoginError, connectTwitch } from './twitch-connection.ts'
import type { TwitchConnection, TwitchPatience } from './twitch-connection.ts'
import { toRefusal } from './twitch-notices.ts'

/** Where the bot is no moderator, a channel takes one line a second: so little is waited for on the spot. */
const plainGapMs = 1_100
/**
 * Twitch takes 100 lines of an account in half a minute where it is moderator and 20 where it is not, and counts all of them
 * together; a few are left for people.
 */
const lineLimits = { windowMs: 30_000, privileged: 90, plain: 18 }
/** No channel's name: the lines to all channels where we are no moderator share it. */
const plainLane = '*'
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Twitch requires that a token in use is validated every hour. */
const validationMs = 3_600_000

/** Opens the poster; it connects with the first line. */
export function openTwitchPoster(config: TwitchConfig, log: Logger, patience?: TwitchPatience): ChatPoster {
  const oauth = openTwitchOauth(config)
  const token = openBotToken(oauth.refresh, config.botRefreshToken)
  const chat = openChat((signal) => connectWithFreshToken(config, token, patience, signal), log)
  const pace = openPace()
  const budget = openBudget(lineLimits.windowMs)
  const lines = new Map<string, Promise<unknown>>()
  const validation = setInterval(() => void validate().catch(noteInvalid), validationMs).unref()

  async function validate(): Promise<void> {
    const accessToken = await token.get()
    if (!(await oauth.validate(accessToken))) token.drop(accessToken)
  }

  function noteInvalid(error: Error): void {
    log.warn({ reason: error.message }, 'twitch token not validated')
  }

  async function write(channel: string, text: string): Promise<void> {
    const waitMs = pace.claim(channel)
    if (waitMs > plainGapMs) throw new SlowDownError(waitMs)
    if (waitMs > 0) await delay(waitMs)
    const connection = await chat.get()
    spend(await enter(connection, channel))
    const answer = await connection.say(channel, text)
    if (answer.kind === 'refused') throw refuse(channel, answer)
    const isPrivileged = answer.kind === 'accepted' && answer.isPrivileged
    if (!isPrivileged) pace.close(channel, plainGapMs)
    if (answer.kind === 'silence') throw new GiveUpError('unconfirmed')
  }

  /** Takes a line out of the budget. Where we are no moderator it is empty sooner, and that must not hold up the others. */
  function spend(isPrivileged: boolean): void {
    const { windowMs, privileged, plain } = lineLimits
    const waitMs = budget.take(isPrivileged ? privileged : plain)
    if (waitMs === 0) return
    if (isPrivileged) throw new SlowDownError(waitMs, 'queue')
    pace.close(plainLane, waitMs, windowMs / plain)
    throw new SlowDownError(pace.claim(plainLane))
  }

  /** Where one line has to wait, the next ones would only hear the same. */
  function refuse(channel: string, { id, text }: { id: string; text: string }): Error {
    const refusal = toRefusal(id, text)
    const isWait = refusal instanceof SlowDownError && refusal.scope === 'job' && id !== 'msg_duplicate'
    if (isWait) pace.close(channel, refusal.milliseconds)
    return refusal
  }

  return {
    platform: 'twitch',
    async post({ channel: name }, text) {
      const channel = name.replace(/^#/, '').toLowerCase()
      // Answers do not say which line they are for: the next one waits for the answer to this one.
      const before = lines.get(channel) ?? Promise.resolve()
      const line = before.catch(() => {}).then(() => write(channel, text))
      lines.set(channel, line)
      await line.finally(() => lines.get(channel) === line && lines.delete(channel))
    },
    async close() {
      clearInterval(validation)
      await chat.close()
    },
  }
}

/**
 * Enters a channel and says whether the wide limits hold there. A join that Twitch drops is not answered, as is one of a
 * channel that is not there: the second silence decides.
 */
async function enter(connection: TwitchConnection, channel: string): Promise<boolean> {
  const first = await connection.join(channel)
  const answer = first.kind === 'silence' ? await connection.join(channel) : first
  if (answer.kind === 'refused') throw toRefusal(answer.id, answer.text)
  if (answer.kind === 'silence') throw new GiveUpError('notFound')
  return answer.isPrivileged
}

/** The connection, opened when it is needed and not there; after a failure everybody waits, longer each time. */
function openChat(connect: (signal: AbortSignal) => Promise<TwitchConnection>, log: Logger) {
  const closing = new AbortController()
  let connection: TwitchConnection | undefined
  let opening: Promise<TwitchConnection> | undefined
  let pauseMs = firstPauseMs

  async function open(): Promise<TwitchConnection> {
    try {
      connection = await connect(closing.signal)
      pauseMs = firstPauseMs
      return connection
    } catch (error) {
      if (closing.signal.aborted) throw new SlowDownError(firstPauseMs)
      const isOurs = error instanceof TwitchLoginError || error instanceof GrantRevokedError
      const level = isOurs ? 'error' : 'warn'
      log[level]({ reason: (error as Error).message }, 'twitch chat not reached')
      const waitMs = isOurs ? longestPauseMs : pauseMs
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      throw new SlowDownError(waitMs, 'queue')
    }
  }

  return {
    async get(): Promise<TwitchConnection> {
      if (closing.signal.aborted) throw new SlowDownError(firstPauseMs)
      if (connection?.isOpen()) return connection
      opening ??= open().finally(() => (opening = undefined))
      return opening
    },
    async close(): Promise<void> {
      closing.abort()
      await connection?.close()
      await opening?.then(
        (late) => late.close(),
        () => {}, // was not opened
      )
    },
  }
}

/** A token may have been revoked since it was fetched: a refused login is tried once more with a new one. */
async function connectWithFreshToken(
  config: TwitchConfig,
  token: BotToken,
  patience: TwitchPatience | undefined,
  signal: AbortSignal,
): Promise<TwitchConnection> {
  const { chatUrl: url, botUsername: username } = config
  const address = { url, username, token: () => token.get(), patience, signal }
  try {
    return await connectTwitch(address)
  } catch (error) {
    if (!(error instanceof TwitchLoginError)) throw error
    token.drop(await token.get())
    return connectTwitch(address)
  }
}
