/** The calls of YouTube's API that the poster makes. Each takes its units from the quota before it is made. */
import { youtube } from 'googleapis/build/src/apis/youtube/index.js'
import type { youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js'
import type { Readable } from 'node:stream'
import type { GoogleOauth } from '../../../domain/chat/platforms/youtube/oauth.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { GiveUpError } from '../../errors.ts'
import { isUnknown, toStreamFailure } from './errors.ts'
import type { ChatPage, SentMessage } from './look.ts'
import type { YoutubeQuota } from './quota.ts'

/** The quota units that listing a creator's broadcasts costs: developers.google.com/youtube/v3/determine_quota_cost. */
const listCost = 1
/** Google publishes no cost for `liveChatMessages.list`; developers report 5 units. */
const chatListCost = 5
const usualTimeoutMs = 10_000
/** The most broadcasts that a page may have. A channel with more at once is not known. */
const mostBroadcasts = 50
/** The most messages that a page of a chat may have: developers.google.com/youtube/v3/live/docs/liveChatMessages/list. */
const mostMessages = 2000

export type YoutubeCalls = ReturnType<typeof openYoutubeCalls>

interface CallsContext {
  config: YoutubeConfig
  oauth: GoogleOauth
  quota: YoutubeQuota
  /** The milliseconds to wait for a response. */
  timeoutMs?: number | undefined
}

/** Opens the API calls without the library's retries. */
export function openYoutubeCalls({ config, oauth, quota, timeoutMs = usualTimeoutMs }: CallsContext) {
  const api = openApi(config, timeoutMs)

  return {
    /** Lists the active broadcasts of the token's channel. */
    async listActive(accessToken: string): Promise<youtube_v3.Schema$LiveBroadcast[]> {
      await quota.take(listCost)
      const { data } = await api.liveBroadcasts.list({
        auth: oauth.clientFor(accessToken),
        part: ['snippet', 'status'],
        broadcastStatus: 'active',
        broadcastType: 'all',
        maxResults: mostBroadcasts,
      })
      return data.items ?? []
    },
    /** Posts a message to a creator's chat. */
    async insert(
      accessToken: string,
      {
        creatorUid,
        liveChatId,
        messageText,
      }: { creatorUid: string; liveChatId: string; messageText: string },
    ): Promise<SentMessage> {
      await quota.takeMessage(creatorUid)
      const snippet = { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText } }
      const { data } = await api.liveChatMessages
        .insert({ auth: oauth.clientFor(accessToken), part: ['snippet'], requestBody: { snippet } })
        .catch((error: unknown) => {
          throw isUnknown(error) ? new GiveUpError('unconfirmed') : error
        })
      // A confirmed message has an id. Without one, the response does not prove that the message was posted.
      if (typeof data.id !== 'string') throw new GiveUpError('unconfirmed')
      return { id: data.id, publishedAt: Date.parse(data.snippet?.publishedAt ?? '') }
    },
    /** Reads the messages that everybody sees in a chat. */
    async listMessages(accessToken: string, liveChatId: string): Promise<ChatPage> {
      await quota.take(chatListCost)
      const auth = oauth.clientFor(accessToken)
      const wanted = { auth, liveChatId, part: ['id', 'snippet', 'authorDetails'], maxResults: mostMessages }
      return (await api.liveChatMessages.list(wanted)).data
    },
  }
}

/**
 * Opens a chat as YouTube streams it: a JSON array whose elements are pages of messages, which ends with the connection. `pageToken` continues after
 * an earlier page; without it YouTube begins with the latest messages: developers.google.com/youtube/v3/live/docs/liveChatMessages/streamList.
 */
export async function streamChat(
  { config, oauth, quota }: CallsContext,
  accessToken: string,
  {
    liveChatId,
    pageToken,
    signal,
  }: { liveChatId: string; pageToken: string | undefined; signal: AbortSignal },
): Promise<Readable> {
  await quota.take(chatListCost)
  const auth = oauth.clientFor(accessToken)
  const wanted = {
    auth,
    liveChatId,
    part: ['id', 'snippet', 'authorDetails'],
    ...(pageToken && { pageToken }),
  }
  const how = { responseType: 'stream', timeout: 0, signal, validateStatus: () => true } as const
  const { status, data } = await openApi(config, 0).youtube.v3.liveChat.messages.stream(wanted, how)
  if (status >= 400) throw await toStreamFailure(status, data)
  return data
}

const openApi = ({ apiUrl }: YoutubeConfig, timeout: number) =>
  youtube({ version: 'v3', timeout, ...(apiUrl && { rootUrl: `${apiUrl}/` }) })
