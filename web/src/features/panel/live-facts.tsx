import { Minus, Pause, Play, Plus } from 'lucide-react'
import { getInsights } from '../../../../contract/insights/insight-calls.ts'
import { getOwnGoals } from '../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useLive } from '../../lib/calls/live.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatAmount } from '../../lib/format.ts'
import { ObsChip } from '../../parts/alerts/obs-chip.tsx'
import { TimerClock } from '../../parts/timer/timer-clock.tsx'
import { useTimers } from '../../parts/timer/use-timers.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LevelBar } from '../../ui/level-bar.tsx'

interface LiveFactsProps {
  creatorUid: string
  isBare: boolean
}

/** What a creator wants to know while live, and moderators do not see: the alert box, today's total, the goal at hand, the timer. */
export function LiveFacts({ creatorUid, isBare }: LiveFactsProps) {
  const today = useCall(getInsights, { query: { days: '7' } }, { errorsTo: 'log' })
  const goals = useCall(getOwnGoals, {}, { errorsTo: 'log' })
  function refetch() {
    today.refetch()
    goals.refetch()
  }
  useLive({ userUID: creatorUid }, { goals: refetch, leaderboard: refetch, onReturn: refetch })
  const goal = goals.data?.find(({ status }) => status === 'ACTIVE')
  const { days, currency = null } = today.data ?? {}
  return (
    <section aria-label={m.panel_live_facts()} className="grid gap-2">
      <ObsChip isLink={!isBare} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 rounded-card bg-sunken px-4 py-2.5">
        <div>
          <dt className="text-xs text-muted">{m.panel_today()}</dt>
          <dd className="money text-lg">{days ? formatAmount(days.at(-1)?.amount ?? 0, currency) : '–'}</dd>
        </div>
        {goal && (
          <div className="min-w-0">
            <dt className="truncate text-xs text-muted">{goal.title}</dt>
            <dd>
              <span className="money">{formatAmount(goal.amount_received, goal.currency)}</span>{' '}
              <span className="text-sm text-muted">
                {m.goal_of({ amount: formatAmount(goal.amount, goal.currency) })}
              </span>
              <LevelBar level={goal.amount_received / goal.amount} />
            </dd>
          </div>
        )}
      </dl>
      <LiveTimer />
    </section>
  )
}

const stepMinutes = 5

/** The running timer, with buttons for a few minutes more or less. */
function LiveTimer() {
  const { loaded, timer, isBusy, change } = useTimers({ errorsTo: 'log' })
  if (!timer || !loaded.data || (timer.status !== 'running' && timer.status !== 'paused')) return null
  const isRunning = timer.status === 'running'
  const adjust = (sign: 1 | -1) => void change({ kind: 'adjust', seconds: sign * stepMinutes * 60 })
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-card bg-sunken px-4 py-1.5">
      <TimerClock
        timer={timer}
        aheadMs={Date.parse(loaded.data.now) - loaded.updatedAt}
        className="grow text-2xl"
      />
      <div className="flex">
        <IconButton
          label={m.panel_timer_less({ count: stepMinutes })}
          disabled={isBusy}
          onClick={() => adjust(-1)}
        >
          <Minus aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={m.panel_timer_more({ count: stepMinutes })}
          disabled={isBusy}
          onClick={() => adjust(1)}
        >
          <Plus aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={isRunning ? m.donothon_pause() : m.donothon_resume()}
          disabled={isBusy}
          onClick={() => void change({ kind: isRunning ? 'pause' : 'resume' })}
        >
          {isRunning ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
        </IconButton>
      </div>
    </div>
  )
}
