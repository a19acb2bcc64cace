/** Posts to YouTube live chat. The creator's token finds the chat, and the bot's token posts the message. */
import { youtube } from 'googleapis/build/src/apis/youtube/index.js'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { openBotToken } from '../../domain/chat/bot-token.ts'
import { getCreatorToken, refreshCreatorToken } from '../../domain/chat/creator-token.ts'
import { throttleQuota } from '../../domain/chat/quota-throttle.ts'
import type { YoutubeConfig } from '../../domain/config.ts'
import { openGoogleOauth } from '../../domain/chat/google-oauth.ts'
import type { GoogleOauth } from '../../domain/chat/google-oauth.ts'
import { GrantRevokedError } from '../../domain/chat/oauth-tokens.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import type { ChatPoster, Readiness } from './poster.ts'
import { isChatGone, isTokenRefused, isUnknown, toFailure } from './youtube-errors.ts'
import { openYoutubeQuota } from './youtube-quota.ts'
import type { YoutubeQuota } from './youtube-quota.ts'

/** The quota units that listing a creator's broadcasts costs. */
const listCost = 1
const chatCacheMs = 60_000
const usualTimeoutMs = 10_000
/** How long all messages wait when the bot's grant was revoked. Only the operator can connect the bot again. */
const botRevokedMs = 60_000
/** How long a message waits when this poster is closed, so that another process sends it. */
const closedMs = 1_000

export interface YoutubePosterContext {
  db: Db
  log: Logger
  config: YoutubeConfig
  secretsKey: Buffer
  /** How many milliseconds after its payment a tip may still be announced. */
  lifetimeMs: number
  /** The milliseconds to wait for a response. */
  timeoutMs?: number | undefined
}

/** Opens the poster. As long as its messages succeed, it looks up a creator's live chat at most once a minute. */
export function openYoutubePoster(ctx: YoutubePosterContext): ChatPoster {
  const { db, config, lifetimeMs } = ctx
  const quota = openYoutubeQuota(db, config)
  const api = openApi(ctx, quota)
  const chatCache = new Map<string, { id: string; until: number }>()
  const lastSentAt = new Map<string, number>()
  let isClosed = false

  async function insert(chatId: string, text: string): Promise<'posted' | 'chatGone'> {
    if (isClosed) throw new SlowDownError(closedMs)
    return api.insertMessage(chatId, text)
  }

  async function findChat(connection: ConnectionRow): Promise<string> {
    const id = await api.findLiveChat(connection)
    chatCache.set(connection.uid, { id, until: Date.now() + chatCacheMs })
    return id
  }

  async function write(connection: ConnectionRow, text: string): Promise<void> {
    const cached = chatCache.get(connection.uid)
    const isCached = cached !== undefined && cached.until > Date.now()
    const chatId = isCached ? cached.id : await findChat(connection)
    const outcome = await insert(chatId, text)
    if (outcome === 'posted') return
    chatCache.delete(connection.uid)
    // Only a cached chat is looked up again. If one that was just looked up has ended, there is no newer one yet.
    const retried = isCached && (await insert(await findChat(connection), text))
    if (retried !== 'posted') throw new GiveUpError('chatEnded')
  }

  return {
    platform: 'youtube',
    async ready({ uid }, isUrgent): Promise<Readiness> {
      const { messages, gapMs } = throttleQuota(await quota.read(), config.insertCost, lifetimeMs, isUrgent)
      if (messages === 0) return { messages, waitMs: lifetimeMs, reason: 'quotaExceeded' }
      const waitMs = (lastSentAt.get(uid) ?? -Infinity) + gapMs - performance.now()
      return waitMs > 0 ? { messages: 0, waitMs } : { messages, waitMs: 0 }
    },
    async post(connection, text) {
      await write(connection, text)
      lastSentAt.set(connection.uid, performance.now())
      return 'posted'
    },
    async close() {
      isClosed = true
    },
  }
}

/** Opens the two API calls, each with its own token. A token is refreshed when Google refuses it. */
function openApi(ctx: YoutubePosterContext, quota: YoutubeQuota) {
  const { db, log, config, secretsKey } = ctx
  const oauth = openGoogleOauth(config)
  const botToken = openBotToken({
    db,
    secretsKey,
    platform: 'youtube',
    configured: config.botRefreshToken,
    refresh: oauth.refresh,
  })
  const creatorTokens = { db, secretsKey, refresh: oauth.refresh }
  const { listActive, insert } = openCalls(ctx, oauth, quota)

  return {
    async findLiveChat(connection: ConnectionRow): Promise<string> {
      try {
        const token = await getCreatorToken(creatorTokens, connection)
        return await listActive(token).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error
          return listActive(await refreshCreatorToken(creatorTokens, connection))
        })
      } catch (error) {
        if (error instanceof GrantRevokedError) throw new GiveUpError('revoked')
        throw await quota.recordFailure(toFailure(error))
      }
    },
    async insertMessage(liveChatId: string, text: string): Promise<'posted' | 'chatGone'> {
      try {
        const token = await botToken.get()
        await insert(token, liveChatId, text).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error
          botToken.drop(token)
          await insert(await botToken.get(), liveChatId, text)
        })
        return 'posted'
      } catch (error) {
        if (isChatGone(error)) return 'chatGone'
        if (!(error instanceof GrantRevokedError)) throw await quota.recordFailure(toFailure(error))
        log.error('the grant of the YouTube bot is no longer honoured')
        throw new SlowDownError(botRevokedMs, 'destination')
      }
    },
  }
}

/** Opens the API calls without the library's retries. Each call takes its units from the quota first. */
function openCalls(
  { config, timeoutMs = usualTimeoutMs }: YoutubePosterContext,
  oauth: GoogleOauth,
  quota: YoutubeQuota,
) {
  const api = youtube({
    version: 'v3',
    timeout: timeoutMs,
    ...(config.apiUrl && { rootUrl: `${config.apiUrl}/` }),
  })

  async function listActive(accessToken: string): Promise<string> {
    await quota.take(listCost)
    const { data } = await api.liveBroadcasts.list({
      auth: oauth.clientFor(accessToken),
      part: ['snippet'],
      broadcastStatus: 'active',
      broadcastType: 'all',
    })
    const active = data.items ?? []
    const id = active.map(({ snippet }) => snippet?.liveChatId).find((chatId) => typeof chatId === 'string')
    if (!id) throw new GiveUpError(active.length > 0 ? 'chatDisabled' : 'notLive')
    return id
  }

  async function insert(accessToken: string, liveChatId: string, messageText: string): Promise<void> {
    await quota.take(config.insertCost)
    const snippet = { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText } }
    const { data } = await api.liveChatMessages
      .insert({ auth: oauth.clientFor(accessToken), part: ['snippet'], requestBody: { snippet } })
      .catch((error: unknown) => {
        throw isUnknown(error) ? new GiveUpError('unconfirmed') : error
      })
    // A confirmed message has an id. Without one, the response does not prove that the message was posted.
    if (typeof data.id !== 'string') throw new GiveUpError('unconfirmed')
  }

  return { listActive, insert }
}
