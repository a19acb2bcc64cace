import { clsx } from 'clsx'
import { CircleCheck, CircleX, Clock, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { getChatLog } from '../../../../../contract/chat/chat-log-calls.ts'
import type { ChatEnd, ChatLogEntry } from '../../../../../contract/chat/chat-log-calls.ts'
import { chatPlatforms } from '../../../../../contract/chat/platforms.ts'
import { isolate } from '../../../../../contract/text.ts'
import { endText } from './end-text.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount, formatDateTime } from '../../../lib/format.ts'
import { useCall } from '../../../lib/calls/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { List, Loadable } from '../../../ui/loadable.tsx'
import { EmptyNote } from '../../../ui/notes.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const refetchMs = 15_000
const initialCount = 8

/** Lists what the chatbot posted about the latest tips, and the tips that came too late. */
export function ChatLogCard() {
  const log = useCall(getChatLog, {}, { refetchInterval: refetchMs })
  const [isExpanded, setIsExpanded] = useState(false)
  const count = log.data?.entries.length ?? 0
  const shownCount = isExpanded ? count : initialCount
  return (
    <Card id="chat-log" title={m.chat_log_title()} hint={m.chat_log_hint()}>
      {/* The note about a failed request stays visible while the log is refetched at intervals. */}
      <Loadable
        loaded={{ ...log, hasFailed: log.error !== null }}
        failedText={m.chat_log_failed()}
        skeleton={<LogSkeleton />}
      >
        {({ entries }) => (
          <List
            items={entries.slice(0, shownCount)}
            empty={<EmptyNote text={m.chat_log_empty()} />}
            aria-label={m.chat_log_title()}
          >
            {(entry) => <Entry key={entry.id} entry={entry} />}
          </List>
        )}
      </Loadable>
      {shownCount < count && (
        <Button size="small" className="mt-3" onClick={() => setIsExpanded(true)}>
          {m.chat_log_all({ count })}
        </Button>
      )}
    </Card>
  )
}

const icons: Record<ChatEnd, typeof Clock> = {
  waiting: Hourglass,
  posted: CircleCheck,
  together: CircleCheck,
  expired: Clock,
  refused: CircleX,
}

function Entry({ entry }: { entry: ChatLogEntry }) {
  const { platform, at, end } = entry
  const Sign = icons[end]
  const isPosted = end === 'posted' || end === 'together'
  return (
    <li className="flex gap-3 py-3">
      <Sign
        aria-hidden
        className={clsx('mt-0.5 size-5 shrink-0', isPosted ? 'text-muted' : 'text-coral-ink')}
      />
      <div className="min-w-0 grow">
        <p className="break-words">{sentence(entry)}</p>
        <p className="text-sm text-muted">
          <span className={clsx(!isPosted && 'font-medium text-ink')}>{endText(entry)}</span>
          {' · '}
          {chatPlatforms[platform].name}
          {' · '}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      </div>
    </li>
  )
}

function sentence({ kind, amount, currency, goalTitle, ...entry }: ChatLogEntry): string {
  const name = isolate(entry.name)
  const goal = goalTitle ?? ''
  if (kind === 'goalFunded') return m.chat_log_funded({ goal })
  const money = formatAmount(amount, currency)
  return goal ? m.chat_log_goal_tip({ name, amount: money, goal }) : m.chat_log_tip({ name, amount: money })
}

function LogSkeleton() {
  return (
    <output aria-label={m.chat_log_loading()} className="block">
      {[0, 1, 2].map((row) => (
        <div key={row} className="py-3">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </output>
  )
}
