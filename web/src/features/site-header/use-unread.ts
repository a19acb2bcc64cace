import { useEffect } from 'react'
import { getNotifications } from '../../../../contract/account-calls.ts'
import { useLive } from '../../lib/live.ts'
import { handleSessionEnded } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/use-call.ts'

/** The signed-in user's number of unread notifications, kept live. */
export function useUnread(isSignedIn: boolean): number {
  const unread = useStore((state) => state.notifications.unread)
  const { data, refetch } = useCall(getNotifications, {}, { enabled: isSignedIn, errorsTo: 'log' })
  useEffect(() => {
    if (data) storeUnread(data.unread)
  }, [data])
  useLive(isSignedIn ? {} : null, {
    notifications: (count) => {
      storeUnread(count)
      refetch()
    },
    sessionEnded: handleSessionEnded,
    onReturn: refetch,
  })
  return isSignedIn ? unread : 0
}

function storeUnread(unread: number): void {
  useStore.setState(({ notifications }) => ({ notifications: { ...notifications, unread } }))
}
