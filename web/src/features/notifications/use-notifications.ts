import { useState } from 'react'
import { getNotifications, readNotifications } from '../../../../contract/accounts/account-calls.ts'
import { call } from '../../lib/calls/call.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/calls/use-call.ts'

/**
 * Loads the user's notifications. The header has the same query and refetches it on each live message, which updates this list
 * too.
 */
export function useNotifications() {
  const notifications = useCall(getNotifications)
  const [isMarking, setIsMarking] = useState(false)

  /** Marks the given notifications as read, or all of them. */
  async function markRead(ids?: string[]) {
    setIsMarking(true)
    try {
      const { unread } = await call(readNotifications, { body: ids ? { ids } : {} })
      const read = <T extends { id: string }>(all: T[]) =>
        all.map((one) => (!ids || ids.includes(one.id) ? { ...one, isRead: true } : one))
      notifications.setData(
        (now) => now && { unread, notifications: read(now.notifications), disputes: read(now.disputes) },
      )
      useStore.setState(({ notifications }) => ({ notifications: { ...notifications, unread } }))
    } catch {
      notifications.refetch() // the failure was already shown as a toast
    } finally {
      setIsMarking(false)
    }
  }
  return { notifications, isMarking, markRead }
}
