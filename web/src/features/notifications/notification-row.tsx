import { clsx } from 'clsx'
import { Check, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Notification } from '../../../../contract/entities.ts'
import { isolate } from '../../../../contract/text.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount, formatDateTime, formatTimeAgo } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Liquid } from '../../ui/liquid.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { WorthNote } from '../../parts/payments/worth-note.tsx'

interface InboxRowProps {
  id: string
  at: string
  isRead: boolean
  now: number
  onRead: (id: string) => void
  icon: ReactNode
  /** What can be done, beside the time. */
  actions: ReactNode
  children: ReactNode
}

/** A row of the inbox: what happened, the time, and a dot while it is unread. */
export function InboxRow({ id, at, isRead, now, onRead, icon, actions, children }: InboxRowProps) {
  return (
    <li className={clsx('relative flex gap-3 px-4 py-4 sm:gap-4 sm:px-6', !isRead && 'bg-amber/8')}>
      <div className="grid w-10 shrink-0 content-start justify-items-center">
        {icon}
        {!isRead && (
          <span className="absolute top-8 left-1 size-2 rounded-full bg-coral sm:left-2">
            <span className="sr-only">{m.inbox_new()}</span>
          </span>
        )}
      </div>
      <div className="min-w-0 grow">
        {children}
        <div className="mt-1 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted">
          <time dateTime={at} title={formatDateTime(at)}>
            {formatTimeAgo(at, now)}
          </time>
          {actions}
        </div>
      </div>
      {!isRead && (
        <IconButton label={m.action_mark_read()} onClick={() => onRead(id)} className="-mr-2">
          <Check aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  )
}

interface NotificationRowProps extends Pick<InboxRowProps, 'now' | 'onRead' | 'actions'> {
  notification: Notification
}

/** A notification about a tip: event and message. */
export function NotificationRow({ notification, actions, ...row }: NotificationRowProps) {
  const { id, at, isRead, isHeld, kind, name } = notification
  const isGoal = kind === 'goalFunded'
  return (
    <InboxRow
      {...row}
      {...{ id, at, isRead }}
      icon={
        isGoal ? <Liquid level={1} hasLabel={false} className="w-9" /> : <Avatar src={null} name={name} />
      }
      actions={
        <>
          {actions}
          {isHeld && <TextLink to="/dashboard#feed">{m.inbox_held()}</TextLink>}
        </>
      }
    >
      <Sentence notification={notification} />
      <WorthNote worth={notification.worth} />
      <Message notification={notification} />
    </InboxRow>
  )
}

function Sentence({ notification }: { notification: Notification }) {
  const { kind, name, amount, currency, goalTitle } = notification
  const money = formatAmount(amount, currency)
  if (kind === 'goalFunded') {
    return (
      <>
        <p className="font-semibold break-words">{m.inbox_funded({ goal: goalTitle ?? '' })}</p>
        <p className="text-muted">{m.inbox_funded_by({ name: isolate(name), amount: money })}</p>
      </>
    )
  }
  return (
    <p className="break-words">
      <b className="font-semibold">{m.inbox_tip({ name: isolate(name), amount: money })}</b>{' '}
      <span>{goalTitle ? m.inbox_towards({ goal: goalTitle }) : m.inbox_general()}</span>
    </p>
  )
}

/** The supporter's message. It is shown with the tip, and not again with the goal that the tip has filled. */
function Message({ notification }: { notification: Notification }) {
  const { kind, message, isPrivateMessage } = notification
  if (kind !== 'tip' || !message) return null
  return (
    <div className="mt-2 border-l-3 border-amber pl-3">
      <p dir="auto" className="break-words whitespace-pre-line">
        {message}
      </p>
      {isPrivateMessage && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {m.inbox_private()}
        </p>
      )}
    </div>
  )
}
