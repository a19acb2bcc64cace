import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Leaderboard, LeaderboardEntry } from '../../../../contract/entities.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Medal } from './medal.tsx'
import type { Place } from './medal.tsx'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type Period = 'week' | 'month' | 'all' | 'recent'

const lists: Record<Period, keyof Leaderboard> = {
  week: 'weekly',
  month: 'monthly',
  all: 'allTime',
  recent: 'recent',
}

/** What a period is, for visitors in other time zones. */
const spans: Partial<Record<Period, () => string>> = {
  week: m.leaderboard_week_span,
  month: m.leaderboard_month_span,
}

interface LeaderboardCardProps {
  board: Loaded<Leaderboard>
  /** The creator's username, for links. */
  userName: string
  currency: Currency | null
}

/** A creator's top supporters by period, and the latest tips. The first three of a period get medals. */
export function LeaderboardCard({ board, userName, currency }: LeaderboardCardProps) {
  const [period, setPeriod] = useState<Period>('all')
  const span = spans[period]?.()
  const tabs = [
    { value: 'week', label: m.leaderboard_week() },
    { value: 'month', label: m.leaderboard_month() },
    { value: 'all', label: m.leaderboard_all() },
    { value: 'recent', label: m.leaderboard_recent() },
  ] as const
  return (
    <Card id="leaderboard">
      <h2 id="leaderboard-title" className="mb-2 text-base tracking-wide">
        {m.leaderboard_title()}
      </h2>
      <Tabs
        label={m.leaderboard_tabs()}
        tabs={tabs}
        value={period}
        onChange={setPeriod}
        panelClassName="max-h-96 overflow-y-auto"
      >
        <Loadable loaded={board} failedText={m.leaderboard_failed()} skeleton={<BoardSkeleton />}>
          {(found) => (
            <>
              {span && <p className="pb-2 text-sm text-muted">{span}</p>}
              <Entries
                entries={found[lists[period]]}
                userName={userName}
                currency={currency}
                hasMedals={period !== 'recent'}
              />
            </>
          )}
        </Loadable>
      </Tabs>
    </Card>
  )
}

function BoardSkeleton() {
  return (
    <output className="flex flex-col gap-2">
      <span className="text-sm text-muted">{m.leaderboard_loading()}</span>
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </output>
  )
}

interface EntriesProps {
  entries: LeaderboardEntry[]
  userName: string
  currency: Currency | null
  hasMedals: boolean
}

function Entries({ entries, userName, currency, hasMedals }: EntriesProps) {
  if (entries.length === 0) return <p className="py-8 text-center text-muted">{m.leaderboard_empty()}</p>
  return (
    <ol className="flex flex-col gap-1.5">
      {entries.map(({ name, amount, useruid }, index) => (
        <li
          // Two tips may have the same name and amount, so the key needs the index.
          key={`${index}-${name}-${amount}`}
          className={clsx(
            'flex min-h-13 shrink-0 items-center gap-3 rounded-card px-3',
            hasMedals && highlights[index],
          )}
        >
          {hasMedals && <Rank place={index + 1} />}
          <span className="min-w-0 grow truncate font-medium" title={name}>
            {useruid ? (
              <Link
                to={`/${userName}/user/${useruid}`}
                className="inline-flex min-h-11 max-w-full items-center underline-offset-3 hover:underline"
              >
                <bdi className="truncate">{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </span>
          <span className="money text-lg">{formatAmount(amount, currency)}</span>
        </li>
      ))}
    </ol>
  )
}

const highlights: readonly string[] = ['bg-gold', 'bg-silver', 'bg-bronze']

function Rank({ place }: { place: number }) {
  return (
    <span className="grid w-7 shrink-0 place-items-center">
      {isPodium(place) ? <Medal place={place} /> : <span className="money text-muted">{place}</span>}
      {isPodium(place) && <span className="sr-only">{m.leaderboard_place({ place })}</span>}
    </span>
  )
}

function isPodium(place: number): place is Place {
  return place >= 1 && place <= 3
}
