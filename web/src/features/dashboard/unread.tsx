import { clsx } from 'clsx'
import { useStore } from '../../lib/store.ts'

/** The number of unread notifications, if there are any. */
export function Unread({ className }: { className: string }) {
  const unread = useStore((state) => state.notifications.unread)
  if (unread === 0) return null
  return (
    <span className={clsx('money rounded-full bg-rose-fill text-xs text-white', className)}>
      {unread > 99 ? '99+' : unread}
    </span>
  )
}
