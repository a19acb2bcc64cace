/** Describes what became of each post to a chat. */
import type { ChatLogEntry, ChatReason } from '../../../../../contract/chat-log-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** Describes in one short line what became of a post. */
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

/** Describes briefly why a post was refused. Lasting problems are explained in full beside the channel. */
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
