/**
 * Streams live chats: https://developers.google.com/youtube/v3/live/docs/liveChatMessages/streamList. The body is one JSON array, as of every
 * method of Google's that streams over HTTP; its elements are pages. The first has the latest messages, or those after `pageToken`.
 */
import type { Response } from 'express'
import { missingParameter } from './api-error.ts'
import type { ApiRequest } from './api-handler.ts'
import { getChat, type ChatMessage, type Chats } from './chats.ts'

const tickMs = 20

/** The streams that are open, each with what ends it. */
export interface Streams {
  /** Ends all connections without a word. */
  drop(): number
  count(): number
  /** Streams a chat until it ends or the client goes. `show` returns the page after a token. */
  open(wanted: ApiRequest, response: Response, show: ShowPage): void
}

type ShowPage = (messages: ChatMessage[], pageToken: unknown) => { items: unknown[]; nextPageToken: string }

export function openStreams(chats: Chats): Streams {
  const responses = new Set<Response>()
  return {
    drop() {
      for (const response of responses) response.socket?.destroy()
      return responses.size
    },
    count: () => responses.size,
    open({ request }, response, show) {
      const { liveChatId } = request.query
      if (typeof liveChatId !== 'string')
        throw missingParameter('Required parameter: liveChatId', 'liveChatId')
      const broadcast = getChat(chats, liveChatId)
      const visible = () => (chats.messages[liveChatId] ?? []).filter(({ isHeld }) => !isHeld)
      let pageToken: unknown = request.query.pageToken
      let isFirst = true
      show(visible(), pageToken) // refuses an invalid token
      response.status(200).type('json').write('[')
      const timer = setInterval(() => {
        const page = show(visible(), pageToken)
        const hasEnded = broadcast.status === 'complete' || broadcast.hasEnded === true
        if (!isFirst && !hasEnded && page.items.length === 0) return
        const end = hasEnded && page.items.length === 0 ? { offlineAt: broadcast.endedAt } : {}
        response.write(`${isFirst ? '' : ',\n'}${JSON.stringify({ ...page, ...end })}`)
        isFirst = false
        pageToken = page.nextPageToken
        if (!('offlineAt' in end)) return
        response.end(']')
        stop()
      }, tickMs)
      const stop = () => {
        clearInterval(timer)
        responses.delete(response)
      }
      responses.add(response)
      response.on('close', stop)
    },
  }
}
