import type { DisputeNotice, Notification } from '../../contract/entities.ts'
import { toPublicTip } from '../../contract/payments/tip.ts'
import type { DisputeNoticeLine } from '../../db/queries/notifications/dispute-notices.ts'
import type { NotificationLine } from '../../db/queries/notifications/notifications.ts'

/** Converts a notification to what its creator may see: anonymous supporters have no name, and private messages are included. */
export function toNotification({ worth, ...line }: NotificationLine): Notification {
  return {
    id: line.id,
    kind: line.kind,
    tipId: line.tipId,
    isHeld: line.hold === 'held',
    name: toPublicTip(line).name,
    amount: line.amountMinor,
    currency: line.currency,
    worth,
    goalTitle: line.goalTitle,
    message: line.message || null,
    isPrivateMessage: line.isPrivate,
    at: line.createdAt.toISOString(),
    isRead: line.readAt !== null,
  }
}

/** Converts a notice about a dispute. */
export function toDisputeNotice(line: DisputeNoticeLine): DisputeNotice {
  return {
    id: line.id,
    kind: line.kind,
    name: line.name,
    amount: line.amountMinor,
    currency: line.currency,
    respondBy: line.respondBy?.toISOString() ?? null,
    at: line.createdAt.toISOString(),
    isRead: line.readAt !== null,
  }
}
