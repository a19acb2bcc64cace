import { Lock, MonitorPlay } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { getReceivedTips, replayAlert } from '../../../../contract/insights/insight-calls.ts'
import type { ReceivedTip } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatAmount, formatDateTime, formatTimeAgo, useNow } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { usePages } from '../../lib/calls/use-pages.ts'
import { WorthNote } from '../../parts/payments/worth-note.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { HoldActions } from './hold-actions.tsx'

/** Loads the creator's received tips page by page. */
export function useTipFeed() {
  return usePages<typeof getReceivedTips, ReceivedTip>(getReceivedTips, ({ tips }) => tips)
}

interface TipFeedProps {
  feed: ReturnType<typeof useTipFeed>
  /** The link to the creator's page, offered while there are no tips. */
  pageLink: ReactNode
  /** More actions on a tip. */
  actionsOf: (tip: ReceivedTip) => ReactNode
}

/** How many tips are shown until the list is expanded: few, because on a phone the goals come after them. */
const initialCount = 6

/** The creator's received tips, latest first, each with a button to replay its alert. */
export function TipFeed({ feed, pageLink, actionsOf }: TipFeedProps) {
  const now = useNow()
  const [isExpanded, setIsExpanded] = useState(false)
  const isCut = !isExpanded && (feed.data?.length ?? 0) > initialCount
  const start = { hasMore: true, isLoadingMore: false, loadMore: () => setIsExpanded(true) }
  return (
    <Card id="feed" title={m.feed_title()} hint={m.feed_hint()}>
      <Loadable
        loaded={feed}
        failedText={m.feed_failed()}
        skeleton={<RowSkeletons label={m.feed_loading()} />}
      >
        {(tips) => (
          <List
            items={tips.slice(0, isCut ? initialCount : undefined)}
            empty={<EmptyNote text={m.feed_empty()}>{pageLink}</EmptyNote>}
            aria-live="polite"
          >
            {(tip) => (
              <TipRow key={tip.id} tip={tip} now={now} actions={actionsOf(tip)} onChanged={feed.refetch} />
            )}
          </List>
        )}
      </Loadable>
      <MoreButton list={isCut ? start : feed} />
    </Card>
  )
}

interface TipRowProps {
  tip: ReceivedTip
  now: number
  actions: ReactNode
  onChanged: () => void
}

function TipRow({ tip, now, actions, onChanged }: TipRowProps) {
  const { name, amount, currency, goalTitle, message, isPrivateMessage, isReturned, hold, at } = tip
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 py-3.5">
      <Avatar src={null} name={name} className="row-span-2 size-10 self-start text-base" />
      <div>
        <p className="break-words">
          <bdi className="font-semibold">{name}</bdi>{' '}
          <span className="text-muted">
            {goalTitle ? m.inbox_towards({ goal: goalTitle }) : m.inbox_general()}
          </span>
        </p>
        {message && (
          <p dir="auto" className="mt-1 border-l-3 border-amber pl-3 break-words whitespace-pre-line">
            {message}
          </p>
        )}
        {message && isPrivateMessage && (
          <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
            <Lock aria-hidden className="size-3.5 shrink-0" />
            {m.inbox_private()}
          </p>
        )}
      </div>
      <p className={`money text-right text-lg ${isReturned ? 'text-muted line-through' : ''}`}>
        {formatAmount(amount, currency)}
        <WorthNote worth={tip.worth} />
      </p>
      <div className="col-span-2 col-start-2">
        <div className="mt-0.5 flex min-h-11 flex-wrap items-center text-sm text-muted">
          <time dateTime={at} title={formatDateTime(at)} className="mr-1">
            {formatTimeAgo(at, now)}
          </time>
          <TipStatus tip={tip} />
          {actions}
        </div>
        {hold === 'held' && !isReturned && <HoldActions tip={tip} onEnded={onChanged} />}
      </div>
    </li>
  )
}

/** A tip's status, and the button to replay its alert if it has been or may be shown. */
function TipStatus({ tip }: { tip: ReceivedTip }) {
  if (tip.isReturned) return <span className="mr-1">· {m.feed_returned()}</span>
  if (tip.hold === 'dismissed') return <span className="mr-1">· {m.feed_dismissed()}</span>
  if (tip.hold === 'held') return null
  return (
    <>
      {tip.isSkipped && <span className="mr-1">· {m.feed_skipped()}</span>}
      <ReplayButton tip={tip} />
    </>
  )
}

function ReplayButton({ tip: { id, name, amount, currency } }: { tip: ReceivedTip }) {
  const { isBusy, run } = useAction()

  async function handleClick() {
    if (await run(() => call(replayAlert, { body: { tipId: id } }))) toast.success(m.feed_replayed())
  }
  return (
    <Button
      kind="quiet"
      size="small"
      isBusy={isBusy}
      aria-label={m.feed_replay_label({ name, amount: formatAmount(amount, currency) })}
      onClick={() => void handleClick()}
    >
      <MonitorPlay aria-hidden className="size-4" />
      {m.feed_replay()}
    </Button>
  )
}
