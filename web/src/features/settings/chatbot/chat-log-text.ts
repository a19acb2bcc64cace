/** How the telling of a tip ended, in words. */
import type { ChatLogEntry, ChatReason } from '../../../../../contract/chat-log-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** One short line for an entry's end. */
export function endText({ end, reason }: ChatLogEntry): string {
  switch (end) {
    case 'waiting':
      return m.chat_log_waiting()
    case 'posted':
      return m.chat_log_posted()
    case 'together':
      return m.chat_log_together()
    case 'expired':
      return m.chat_log_expired()
    case 'refused':
      return m.chat_log_refused({ reason: reasonText(reason ?? 'other') })
  }
}

/** What keeps the chatbot out for longer has its own note beside the channel; here a few words will do. */
function reasonText(reason: ChatReason): string {
  switch (reason) {
    case 'unconfirmed':
      return m.chat_log_unconfirmed()
    case 'disconnected':
    case 'revoked':
      return m.chat_log_disconnected()
    case 'banned':
    case 'timedOut':
    case 'suspended':
      return m.chat_log_banned()
    case 'notLive':
    case 'chatEnded':
    case 'chatDisabled':
      return m.chat_log_no_chat()
    case 'quotaExceeded':
      return m.chat_log_quota()
    case 'rejected':
      return m.chat_log_rejected()
    case 'notModerator':
    case 'slowMode':
    case 'followersOnly':
    case 'subscribersOnly':
    case 'emoteOnly':
    case 'restricted':
    case 'duplicate':
    case 'noPermission':
    case 'notFound':
    case 'other':
      return m.chat_log_not_allowed()
  }
}
