import type { ChatEnd, ChatLogEntry, ChatReason } from '../../../../../contract/chat/chat-log-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** The short texts for the possible results of a post. */
const endTexts: Record<ChatEnd, (values: { reason: string }) => string> = {
  waiting: m.chat_log_waiting,
  posted: m.chat_log_posted,
  together: m.chat_log_together,
  expired: m.chat_log_expired,
  refused: m.chat_log_refused,
}

/** Why a post was refused, in a few words. Lasting problems are explained in full in the list of channels. */
const reasonTexts: Record<ChatReason, () => string> = {
  unconfirmed: m.chat_log_unconfirmed,
  disconnected: m.chat_log_disconnected,
  dropped: m.chat_log_dropped,
  revoked: m.chat_log_disconnected,
  banned: m.chat_log_banned,
  timedOut: m.chat_log_banned,
  suspended: m.chat_log_banned,
  notLive: m.chat_log_no_chat,
  chatEnded: m.chat_log_no_chat,
  chatDisabled: m.chat_log_no_chat,
  held: m.chat_log_held,
  quotaExceeded: m.chat_log_quota,
  botUnavailable: m.chat_log_not_allowed,
  rejected: m.chat_log_rejected,
  notModerator: m.chat_log_not_allowed,
  slowMode: m.chat_log_not_allowed,
  followersOnly: m.chat_log_not_allowed,
  subscribersOnly: m.chat_log_not_allowed,
  emoteOnly: m.chat_log_not_allowed,
  restricted: m.chat_log_not_allowed,
  duplicate: m.chat_log_not_allowed,
  noPermission: m.chat_log_not_allowed,
  notFound: m.chat_log_not_allowed,
  other: m.chat_log_not_allowed,
}

/** Describes what happened to a message to a chat in one short line. */
export function endText({ end, reason }: Pick<ChatLogEntry, 'end' | 'reason'>): string {
  return endTexts[end]({ reason: reasonTexts[reason ?? 'other']() })
}
