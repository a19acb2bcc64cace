import type { ReactNode } from 'react'
import type { DisputeNotice, Notification } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DisputeNoticeRow } from './dispute-notice-row.tsx'
import { NotificationRow } from './notification-row.tsx'
import { useNow } from '../../lib/format.ts'
import { List } from '../../ui/loadable.tsx'

/** How many notifications the server returns at most. A list of this length may be incomplete. */
const maxNotifications = 100

interface NotificationListProps {
  notifications: Notification[]
  /** Those about disputes, which are shown among the others. */
  disputes: DisputeNotice[]
  /** Shown instead of an empty list. */
  empty: ReactNode
  onRead: (id: string) => void
  /** More actions on a tip. */
  actionsOf: (notification: Notification) => ReactNode
}

/** The notifications, newest first; a new one is announced to screen readers. */
export function NotificationList({
  notifications,
  disputes,
  empty,
  onRead,
  actionsOf,
}: NotificationListProps) {
  const now = useNow()
  const all = [...notifications, ...disputes].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return (
    <>
      <List items={all} empty={empty} aria-live="polite">
        {(one) =>
          'tipId' in one ? (
            <NotificationRow
              key={one.id}
              notification={one}
              now={now}
              onRead={onRead}
              actions={actionsOf(one)}
            />
          ) : (
            <DisputeNoticeRow key={one.id} notice={one} now={now} onRead={onRead} />
          )
        }
      </List>
      {notifications.length >= maxNotifications && (
        <p className="border-t border-line px-4 py-4 text-center text-sm text-muted">
          {m.inbox_latest({ count: notifications.length })}
        </p>
      )}
    </>
  )
}

/** The skeleton of the list of notifications. */
export function NotificationListSkeleton() {
  return (
    <output aria-label={m.inbox_loading()} className="block divide-y divide-line">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 px-4 py-4 sm:gap-4 sm:px-6">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="mt-2 h-4 w-24" />
          </div>
        </div>
      ))}
    </output>
  )
}
