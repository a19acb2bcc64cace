/**
 * Posts messages in Twitch's chats as our bot, with our app's token, and lists where the bot is a moderator:
 * https://dev.twitch.tv/docs/api/reference/#send-chat-message, https://dev.twitch.tv/docs/api/reference/#get-moderated-channels
 */
import { z } from 'zod'
import type { TwitchConfig } from '../../../config/chat/twitch.ts'
import { codeOf, isNotSent } from '../not-sent.ts'
import { get, postJson, readJson } from './requests.ts'

/**
 * What became of a message. `dropped`: Twitch did not show it; `code` is the reason, of which Twitch publishes no list
 * (https://github.com/twitchdev/issues/issues/962). `refused`: Twitch did not process the call. `unconfirmed`: it is unknown.
 */
export type MessageResult =
  | { kind: 'posted' }
  | { kind: 'unconfirmed' }
  | { kind: 'notSent' }
  | { kind: 'dropped'; code: string; text: string }
  | { kind: 'refused'; status: number }
  | { kind: 'tooFast'; waitMs: number }

export interface ChatMessage {
  /** The ids of the channel's user and of the bot's. */
  broadcasterId: string
  senderId: string
  text: string
}

const sentMessage = z.object({
  is_sent: z.boolean(),
  drop_reason: z.object({ code: z.string(), message: z.string().default('') }).nullish(),
})
const messageResponse = z.object({ data: z.tuple([sentMessage]) })

/** How long to wait after a 429 that does not say how long, and the longest wait that is believed, in milliseconds. */
const usualWaitMs = 30_000
const maxWaitMs = 120_000

/** Posts a message in one chat; in a Shared Chat session the other chats do not get it. Never rejects. */
export async function postMessage(
  { apiUrl, clientId }: TwitchConfig,
  appToken: string,
  { broadcasterId, senderId, text }: ChatMessage,
): Promise<MessageResult> {
  const headers = { authorization: `Bearer ${appToken}`, 'client-id': clientId }
  const body = { broadcaster_id: broadcasterId, sender_id: senderId, message: text, for_source_only: true }
  try {
    return await readResult(await postJson(`${apiUrl}/chat/messages`, headers, body))
  } catch (error) {
    return { kind: isNotSent(codeOf(error)) ? 'notSent' : 'unconfirmed' }
  }
}

async function readResult(response: Response): Promise<MessageResult> {
  const { status } = response
  // Only 503 means that Twitch did not begin to process the call (RFC 9110, 15.6.4).
  if (status >= 500 && status !== 503) return { kind: 'unconfirmed' }
  if (status === 429) return { kind: 'tooFast', waitMs: readWait(response.headers.get('ratelimit-reset')) }
  if (!response.ok) return { kind: 'refused', status }
  const { is_sent, drop_reason } = messageResponse.parse(await response.json()).data[0]
  if (is_sent) return { kind: 'posted' }
  return { kind: 'dropped', code: drop_reason?.code ?? '', text: drop_reason?.message ?? '' }
}

/** The header has the time at which the limit is full again, in seconds: https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits */
function readWait(reset: string | null): number {
  const waitMs = Number(reset) * 1000 - Date.now()
  return reset !== null && waitMs > 0 ? Math.min(waitMs, maxWaitMs) : usualWaitMs
}

const moderatedResponse = z.object({
  data: z.array(z.object({ broadcaster_id: z.string() })),
  pagination: z.object({ cursor: z.string().optional() }).default({}),
})
const pageSize = '100'
const maxPages = 100

/** Returns the ids of the channels where the bot is a moderator, of at most 10,000. `accessToken` is the bot's. */
export async function listModerated(
  { apiUrl, clientId }: TwitchConfig,
  accessToken: string,
  botId: string,
): Promise<Set<string>> {
  const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId }
  const ids = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ user_id: botId, first: pageSize, ...(after && { after }) })
    const response = await get(`${apiUrl}/moderation/channels?${query}`, headers)
    const { data, pagination } = moderatedResponse.parse(await readJson(response))
    for (const { broadcaster_id } of data) ids.add(broadcaster_id)
    after = pagination.cursor
    if (!after) break
  }
  return ids
}
