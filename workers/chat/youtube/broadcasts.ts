/** Chooses the live chat to which a creator's messages go, because a channel may have several broadcasts at once. */
import type { youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js'

/** A live chat, or why there is none: no broadcast, broadcasts without a chat, or only chats that have ended. */
export type ChosenChat = { chatId: string } | { reason: 'notLive' | 'chatDisabled' | 'chatEnded' }

/** For how many milliseconds a chat that has ended, or was switched off, is not tried again. */
export const endedChatMs = 600_000

const privacyOrder = ['public', 'unlisted', 'private']

/**
 * Chooses among a channel's active broadcasts: public ones first, then the one that started last. Leaves out chats that have ended,
 * because YouTube may still list their broadcasts.
 */
export function chooseChat(
  broadcasts: readonly youtube_v3.Schema$LiveBroadcast[],
  hasEnded: (chatId: string) => boolean,
): ChosenChat {
  if (broadcasts.length === 0) return { reason: 'notLive' }
  const withChat = broadcasts.filter(({ snippet }) => typeof snippet?.liveChatId === 'string')
  if (withChat.length === 0) return { reason: 'chatDisabled' }
  const [best] = withChat.filter(({ snippet }) => !hasEnded(snippet!.liveChatId!)).toSorted(compare)
  return best ? { chatId: best.snippet!.liveChatId! } : { reason: 'chatEnded' }
}

function compare(one: youtube_v3.Schema$LiveBroadcast, other: youtube_v3.Schema$LiveBroadcast): number {
  const startOf = ({ snippet }: typeof one) => snippet?.actualStartTime ?? ''
  return rankOf(one) - rankOf(other) || startOf(other).localeCompare(startOf(one))
}

/** Returns a broadcast's place in the order of privacy; one whose privacy is unknown comes last. */
function rankOf({ status }: youtube_v3.Schema$LiveBroadcast): number {
  const at = privacyOrder.indexOf(status?.privacyStatus ?? '')
  return at < 0 ? privacyOrder.length : at
}
