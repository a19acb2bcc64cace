/** Posts to YouTube live chat: the creator's token finds the chat, the bot's token writes. */
import { youtube } from 'googleapis/build/src/apis/youtube/index.js'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { openBotToken } from '../../domain/chat/bot-token.ts'
import { getCreatorToken, refreshCreatorToken } from '../../domain/chat/creator-token.ts'
import type { YoutubeConfig } from '../../domain/config.ts'
import { openGoogleOauth } from '../../domain/gateways/google-oauth.ts'
import { GrantRevokedError } from '../../domain/gateways/oauth-tokens.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import type { ChatPoster } from './poster.ts'
import { isChatGone, isTokenRefused, toFailure } from './youtube-errors.ts'

const chatKeptMs = 60_000
const usualTimeoutMs = 10_000
/** The operator has to connect the bot anew; until then nobody's line can be posted. */
const botRevokedMs = 60_000
/** A line that this process may not write any more waits for another process. */
const closedMs = 1_000

export interface YoutubePosterContext {
  db: Db
  log: Logger
  config: YoutubeConfig
  secretsKey: Buffer
  /** How long to wait for an answer. */
  timeoutMs?: number | undefined
}

/** Opens the poster. It looks for a creator's live chat at most once a minute while lines go through. */
export function openYoutubePoster(ctx: YoutubePosterContext): ChatPoster {
  const api = openApi(ctx)
  const known = new Map<string, { id: string; until: number }>()
  let isClosed = false

  async function insert(chatId: string, text: string): Promise<'posted' | 'chatGone'> {
    if (isClosed) throw new SlowDownError(closedMs)
    return api.insertMessage(chatId, text)
  }

  async function findChat(connection: ConnectionRow): Promise<string> {
    const id = await api.findLiveChat(connection)
    known.set(connection.uid, { id, until: Date.now() + chatKeptMs })
    return id
  }

  async function post(connection: ConnectionRow, text: string): Promise<void> {
    const kept = known.get(connection.uid)
    const isKept = kept !== undefined && kept.until > Date.now()
    const chatId = isKept ? kept.id : await findChat(connection)
    const outcome = await insert(chatId, text)
    if (outcome === 'posted') return
    known.delete(connection.uid)
    // A chat that was found a moment ago and is gone has no successor yet.
    const retried = isKept && (await insert(await findChat(connection), text))
    if (retried !== 'posted') throw new GiveUpError('notLive')
  }

  return {
    platform: 'youtube',
    post,
    async close() {
      isClosed = true
    },
  }
}

/** The two calls, each with its own token. */
function openApi({ db, log, config, secretsKey, timeoutMs = usualTimeoutMs }: YoutubePosterContext) {
  const oauth = openGoogleOauth(config)
  const botToken = openBotToken(oauth.refresh, config.botRefreshToken)
  const creatorTokens = { db, secretsKey, refresh: oauth.refresh }
  const api = youtube({
    version: 'v3',
    timeout: timeoutMs,
    ...(config.apiUrl && { rootUrl: `${config.apiUrl}/` }),
  })

  async function listActive(accessToken: string): Promise<string> {
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
    await api.liveChatMessages.insert({
      auth: oauth.clientFor(accessToken),
      part: ['snippet'],
      requestBody: { snippet: { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText } } },
    })
  }

  return {
    async findLiveChat(connection: ConnectionRow): Promise<string> {
      try {
        const token = await getCreatorToken(creatorTokens, connection)
        return await listActive(token).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error
          return listActive(await refreshCreatorToken(creatorTokens, connection))
        })
      } catch (error) {
        if (error instanceof GiveUpError) throw error
        throw error instanceof GrantRevokedError ? new GiveUpError('revoked') : toFailure(error, 'list')
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
        if (!(error instanceof GrantRevokedError)) throw toFailure(error, 'insert')
        log.error('the grant of the YouTube bot is no longer honoured')
        throw new SlowDownError(botRevokedMs, 'queue')
      }
    },
  }
}
