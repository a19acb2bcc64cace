/** Finds a creator's live chat on YouTube and opens it, with the creator's own token. */
import type { Readable } from 'node:stream'
import { findConnection } from '../../../db/queries/chat/connections.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { getCreatorToken, refreshCreatorToken } from '../../../domain/chat/creator-token.ts'
import { openGoogleOauth } from '../../../domain/chat/platforms/youtube/oauth.ts'
import { chooseChat } from '../../chat/youtube/broadcasts.ts'
import { openYoutubeCalls, streamChat } from '../../chat/youtube/calls.ts'
import { isTokenRefused } from '../../chat/youtube/errors.ts'
import { openYoutubeQuota } from '../../chat/youtube/quota.ts'
import type { WorkerContext } from '../../context.ts'
import { EndedError } from '../receiver.ts'

/** A place in a chat: from `pageToken` on, or from the latest messages. */
export interface ChatPlace {
  liveChatId: string
  pageToken: string | undefined
}

export interface ChatReader {
  /** Returns the chat of the broadcast to which our messages go too; undefined if the channel has none that is open. */
  findChat(hasEnded: (chatId: string) => boolean): Promise<string | undefined>
  /** Opens a chat. The body ends with the connection. */
  open(place: ChatPlace, signal: AbortSignal): Promise<Readable>
}

/** Opens the reader. Its calls throw `GrantRevokedError` or `EndedError` when the consent is gone, and Google's failures. */
export function openChatReader(
  { db, log, config: { secretsKey } }: WorkerContext,
  config: YoutubeConfig,
  uid: string,
): ChatReader {
  const oauth = openGoogleOauth(config)
  const google = { config, oauth, quota: openYoutubeQuota(db, config, log) }
  const calls = openYoutubeCalls(google)
  const tokens = { db, secretsKey, refresh: oauth.refresh }

  async function asCreator<T>(call: (token: string) => Promise<T>): Promise<T> {
    const connection = await findConnection(db, uid, 'youtube')
    if (!connection || connection.accessLostAt) throw new EndedError('revoked')
    return call(await getCreatorToken(tokens, connection)).catch(async (error: unknown) => {
      if (!isTokenRefused(error)) throw error
      return call(await refreshCreatorToken(tokens, connection))
    })
  }

  return {
    async findChat(hasEnded) {
      const chosen = chooseChat(await asCreator(calls.listActive), hasEnded)
      return 'chatId' in chosen ? chosen.chatId : undefined
    },
    open: (place, signal) => asCreator((token) => streamChat(google, token, { ...place, signal })),
  }
}
