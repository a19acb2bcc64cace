import { m } from '../../../../i18n/compiled/messages.js'
import { BlockButton } from '../../features/block-supporter/block-button.tsx'
import {
  NotificationList,
  NotificationListSkeleton,
} from '../../features/notifications/notification-list.tsx'
import { useNotifications } from '../../features/notifications/use-notifications.ts'
import { homePath, isCreator, useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { browseLink } from '../../lib/pages/browse-link.ts'

/** The user's notifications, kept live. */
export function NotificationScreen() {
  useTitle(m.inbox_title())
  const { notifications, isMarking, markRead } = useNotifications()
  const unread = notifications.data?.unread ?? 0
  return (
    <div className="max-w-2xl">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">{m.inbox_title()}</h1>
          {unread > 0 && <p className="text-muted">{m.inbox_unread({ count: unread })}</p>}
        </div>
        {unread > 0 && (
          <Button
            size="small"
            isBusy={isMarking}
            busyLabel={m.inbox_all_read_busy()}
            onClick={() => void markRead()}
          >
            {m.inbox_all_read()}
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-card shadow-soft">
        <Loadable
          loaded={notifications}
          failedText={m.inbox_load_failed()}
          skeleton={<NotificationListSkeleton />}
        >
          {({ notifications: list, disputes }) => (
            <NotificationList
              notifications={list}
              disputes={disputes}
              empty={<EmptyInbox />}
              onRead={(id) => void markRead([id])}
              actionsOf={({ kind, tipId, name }) =>
                kind === 'tip' && <BlockButton tipId={tipId} name={name} />
              }
            />
          )}
        </Loadable>
      </div>
      <p className="mt-4 text-center">
        <TextLink to="/dashboard/notifications-setting" className="inline-flex min-h-11 items-center text-sm">
          {m.inbox_settings()}
        </TextLink>
      </p>
    </div>
  )
}

function EmptyInbox() {
  const { user } = useSession()
  if (!user) return null
  return isCreator(user) ? (
    <EmptyNote text={m.inbox_empty_creator()} to={homePath(user)} label={m.profile_open()} />
  ) : (
    <EmptyNote text={m.inbox_empty_supporter()} {...browseLink()} />
  )
}
