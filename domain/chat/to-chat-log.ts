/** A creator's chat log, as the creator's settings show it. */
import { chatReason } from '../../contract/chat/chat-log-calls.ts'
import type { ChatEnd, ChatLogEntry, ChatReason } from '../../contract/chat/chat-log-calls.ts'
import { findChat } from '../../contract/events.ts'
import type { DeliveryStatus } from '../../contract/events.ts'
import { toPublicTip } from '../../contract/payments/tip.ts'
import type { ChatLogRow } from '../../db/queries/chat/chat-log.ts'

/** The states of deliveries to chats, as creators see them. */
const ends: Record<DeliveryStatus, ChatEnd> = {
  due: 'waiting',
  leased: 'waiting',
  sent: 'posted',
  coalesced: 'together',
  expired: 'expired',
  gave_up: 'refused',
}

/** Converts a delivery to an entry of the log. The entry's name is the one in the tip's public projection. */
export function toChatLogEntry(row: ChatLogRow): ChatLogEntry {
  const { eventId, destination, type, createdAt, goalTitle, status, reason } = row
  const { name, amount, currency } = toPublicTip(row)
  return {
    id: `${eventId} ${destination}`,
    platform: findChat(destination)!,
    kind: type === 'goal.funded' ? 'goalFunded' : 'tip',
    name,
    amount,
    currency,
    goalTitle,
    at: createdAt.toISOString(),
    ...toOutcome(status, reason),
  }
}

/** What creators have done on purpose, by the reason with which it ends a delivery. */
const ownReasons: Record<string, ChatReason> = { panic: 'dropped', disconnected: 'disconnected' }

/** Returns how a delivery ended, as creators see it. A message that the platform holds for review was not posted for anybody. */
export function toOutcome(
  status: DeliveryStatus,
  reason: string | null,
): Pick<ChatLogEntry, 'end' | 'reason'> {
  if (reason === 'held') return { end: 'refused', reason }
  const own = status === 'expired' ? ownReasons[reason ?? ''] : undefined
  if (own) return { end: 'refused', reason: own }
  return {
    end: ends[status],
    reason: status === 'gave_up' ? (chatReason.safeParse(reason).data ?? 'other') : null,
  }
}
