/** YouTube's calls as the poster needs them: with the token of the bot or of the creator, and with errors for the dispatcher. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import { openBotToken } from '../../../domain/chat/bot-token.ts'
import { getCreatorToken, refreshCreatorToken } from '../../../domain/chat/creator-token.ts'
import { openGoogleOauth } from '../../../domain/chat/platforms/youtube/oauth.ts'
import { GrantRevokedError } from '../../../domain/chat/oauth-tokens.ts'
import { watchBotToken } from '../../../domain/chat/watch-bot-token.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { openAccountRate } from '../account-rate.ts'
import { chooseChat } from './broadcasts.ts'
import { openYoutubeCalls } from './calls.ts'
import { isChatGone, isTokenRefused, reasonOf, toFailure } from './errors.ts'
import type { ChatPage, SentMessage } from './look.ts'
import type { YoutubeQuota } from './quota.ts'
import type { SecretKeys } from '../../../domain/config/secret-keys.ts'

/** How long all messages wait when the bot's grant was revoked. Only the operator can connect the bot again. */
const botRevokedMs = 60_000
/** How long the chats wait when YouTube refused messages of several of them for the rate. */
const tooFastMs = 15_000

export interface YoutubeApiContext {
  db: Db
  log: Logger
  config: YoutubeConfig
  secretsKey: SecretKeys
  /** The milliseconds to wait for a response. */
  timeoutMs?: number | undefined
  /** How many times as fast as a real clock the limit of messages and the looks for them run. */
  scale?: number | undefined
}

/** Opens the API's calls, each with its own token. A token is refreshed when Google refuses it. */
export function openYoutubeApi(ctx: YoutubeApiContext, quota: YoutubeQuota) {
  const { db, log, config, secretsKey, timeoutMs, scale } = ctx
  const oauth = openGoogleOauth(config)
  const bot = { platform: 'youtube', configured: config.botRefreshToken } as const
  const botToken = openBotToken({ db, secretsKey, ...bot, refresh: oauth.refresh })
  const watch = watchBotToken({ log, platform: 'youtube', token: botToken, validate: oauth.validate })
  const creatorTokens = { db, secretsKey, refresh: oauth.refresh }
  const calls = openYoutubeCalls({ config, oauth, quota, timeoutMs })
  const isAccountTooFast = openAccountRate(scale)

  async function asCreator<T>(connection: ConnectionRow, call: (token: string) => Promise<T>): Promise<T> {
    try {
      const token = await getCreatorToken(creatorTokens, connection)
      return await call(token).catch(async (error: unknown) => {
        if (!isTokenRefused(error)) throw error
        return call(await refreshCreatorToken(creatorTokens, connection))
      })
    } catch (error) {
      if (error instanceof GrantRevokedError) throw new GiveUpError('revoked')
      throw await quota.recordFailure(toFailure(error))
    }
  }

  async function asBot<T>(call: (token: string) => Promise<T>): Promise<T> {
    const token = await botToken.get()
    return call(token).catch(async (error: unknown) => {
      if (!isTokenRefused(error)) throw error
      botToken.drop(token)
      return call(await botToken.get())
    })
  }

  /** Returns the error for a message that was refused. */
  async function toRefusal(uid: string, error: unknown): Promise<Error> {
    if (error instanceof GrantRevokedError) {
      log.error({ platform: 'youtube' }, 'bot unavailable: connect its account again')
      return new SlowDownError(botRevokedMs, 'destination')
    }
    const isTooFast = reasonOf(error) === 'rateLimitExceeded' && isAccountTooFast(uid)
    return isTooFast ? new SlowDownError(tooFastMs, 'destination') : quota.recordFailure(toFailure(error))
  }

  return {
    close: watch.close,
    async findLiveChat(connection: ConnectionRow, hasEnded: (chatId: string) => boolean): Promise<string> {
      const chosen = chooseChat(await asCreator(connection, calls.listActive), hasEnded)
      if ('reason' in chosen) throw new GiveUpError(chosen.reason)
      return chosen.chatId
    },
    /** Returns the posted message; undefined if the chat has ended. */
    async insertMessage(
      creatorUid: string,
      liveChatId: string,
      messageText: string,
    ): Promise<SentMessage | undefined> {
      try {
        return await asBot((token) => calls.insert(token, { creatorUid, liveChatId, messageText }))
      } catch (error) {
        if (isChatGone(error)) return undefined
        throw await toRefusal(creatorUid, error)
      }
    },
    listMessages: (connection: ConnectionRow, liveChatId: string): Promise<ChatPage> =>
      asCreator(connection, (token) => calls.listMessages(token, liveChatId)),
  }
}
