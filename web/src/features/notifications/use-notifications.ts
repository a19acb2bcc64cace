import { useState } from 'react'
import { getNotifications, readNotifications } from '../../../../contract/account-calls.ts'
import { call } from '../../lib/call.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * The user's notifications. The site's header keeps the same answer and asks anew whenever the live connection says
 * that something came, so that the list moves by itself.
 */
export function useNotifications() {
  const { data, error, refetch, setData } = useCall(getNotifications)
  const [isMarking, setIsMarking] = useState(false)

  /** Marks those named, or all; what is marked meanwhile elsewhere comes with the next answer. */
  async function markRead(ids?: string[]) {
    setIsMarking(true)
    try {
      const { unread } = await call(readNotifications, { body: ids ? { ids } : {} })
      const isMeant = (id: string) => !ids || ids.includes(id)
      setData(
        (now) =>
          now && {
            unread,
            notifications: now.notifications.map((one) => (isMeant(one.id) ? { ...one, isRead: true } : one)),
          },
      )
      useStore.setState(({ notifications }) => ({ notifications: { ...notifications, unread } }))
    } catch {
      refetch() // the visitor has been told; the list shows what holds
    } finally {
      setIsMarking(false)
    }
  }
  return { data, hasFailed: error !== null && !data, retry: refetch, isMarking, markRead }
}
