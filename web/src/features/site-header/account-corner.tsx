import { LogOut } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { m } from '../../../../i18n/compiled/messages.js'
import { endSession, handleSessionEnded } from '../../lib/accounts/session.ts'
import type { Session } from '../../lib/accounts/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SignedOutCorner } from './signed-out-header.tsx'
import { useEffect } from 'react'
import { getNotifications } from '../../../../contract/accounts/account-calls.ts'
import { useLive } from '../../lib/calls/live.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../lib/calls/use-call.ts'

/** The right end of the header: the avatar with the unread count, or links to log in and sign up. */
export function AccountCorner({ session }: { session: Session }) {
  const unread = useUnread(session.status === 'signed-in')
  const handleLogOut = useLogOut()
  if (session.user) {
    return (
      <>
        <AvatarLink user={session.user} unread={unread} />
        <button
          type="button"
          aria-label={m.header_log_out()}
          title={m.header_log_out()}
          onClick={() => void handleLogOut()}
          className="hidden size-11 place-items-center rounded-full hover:bg-ink/6 sm:grid"
        >
          <LogOut aria-hidden className="size-5" />
        </button>
      </>
    )
  }
  return <SignedOutCorner />
}

/** Returns a function that logs out and opens the landing page. Unsaved work is lost only after a question. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const { mayDiscard } = await import('../../lib/forms/unsaved.ts')
    if (!(await mayDiscard())) return
    await endSession()
    void navigate('/')
  }
}

type User = NonNullable<Session['user']>

function AvatarLink({ user, unread }: { user: User; unread: number }) {
  const label = [m.header_dashboard(), unread > 0 && m.header_unread({ count: unread })]
    .filter(Boolean)
    .join(', ')
  return (
    <Link
      to="/dashboard"
      aria-label={label}
      className="relative grid size-11 place-items-center rounded-full"
    >
      <Avatar
        src={user.userImg}
        name={user.displayName}
        seed={user.brimfulUserName}
        className="size-10 ring-2 ring-line"
      />
      {unread > 0 && (
        <span
          aria-hidden
          className="money absolute -top-0.5 -right-1 grid h-5 min-w-5 animate-pop place-items-center rounded-full bg-rose-fill px-1 text-xs text-white ring-2 ring-paper"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}

/** Returns the signed-in user's number of unread notifications, kept live. */
function useUnread(isSignedIn: boolean): number {
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
