import { m } from '../../../i18n/compiled/messages.js'
import { BlockButton } from '../features/block-supporter/block-button.tsx'
import { NotificationList, NotificationListSkeleton } from '../features/notifications/notification-list.tsx'
import { useNotifications } from '../features/notifications/use-notifications.ts'
import { homePath, isCreator, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyNote, ErrorNote } from '../ui/notes.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** The user's notifications, kept live. */
export function NotificationScreen() {
  useTitle(m.inbox_title())
  const { data, hasFailed, retry, isMarking, markRead } = useNotifications()
  return (
    <div className="mx-auto max-w-2xl">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">{m.inbox_title()}</h1>
          {data && data.unread > 0 && <p className="text-muted">{m.inbox_unread({ count: data.unread })}</p>}
        </div>
        {data && data.unread > 0 && (
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
        {data && data.notifications.length > 0 && (
          <NotificationList
            notifications={data.notifications}
            onRead={(id) => void markRead([id])}
            actionsOf={({ kind, tipId, name }) => kind === 'tip' && <BlockButton tipId={tipId} name={name} />}
          />
        )}
        {data?.notifications.length === 0 && <EmptyInbox />}
        {hasFailed && <ErrorNote text={m.inbox_load_failed()} onRetry={retry} />}
        {!data && !hasFailed && <NotificationListSkeleton />}
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
    <EmptyNote text={m.inbox_empty_creator()}>
      <ButtonLink to={homePath(user)} kind="primary">
        {m.profile_open()}
      </ButtonLink>
    </EmptyNote>
  ) : (
    <EmptyNote text={m.inbox_empty_supporter()}>
      <ButtonLink to="/explore" kind="primary">
        {m.not_found_explore()}
      </ButtonLink>
    </EmptyNote>
  )
}
