import type { Notification } from '../../contract/entities.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { NotificationLine } from '../../db/queries/notifications.ts'

/** Converts a notification to what its creator may see: anonymous supporters have no name, and private messages are included. */
export function toNotification(line: NotificationLine): Notification {
  return {
    id: line.id,
    kind: line.kind,
    tipId: line.tipId,
    isHeld: line.hold === 'held',
    name: toPublicTip(line).name,
    amount: line.amountMinor,
    currency: line.currency,
    goalTitle: line.goalTitle,
    message: line.message || null,
    isPrivateMessage: line.isPrivate,
    at: line.createdAt.toISOString(),
    isRead: line.readAt !== null,
  }
}
