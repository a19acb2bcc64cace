import { useState } from 'react'
import type { ReactNode } from 'react'
import { getCreatorLeaderboard } from '../../../../contract/goals/goal-calls.ts'
import { getChecklist, getInsights } from '../../../../contract/insights/insight-calls.ts'
import type { InsightRange } from '../../../../contract/insights/insight-calls.ts'
import { getOwnGoals } from '../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { BlockButton } from '../../features/block-supporter/block-button.tsx'
import { LiveNote } from '../../features/creator/live-note.tsx'
import { GoalsInProgress } from '../../features/goals/goals-in-progress.tsx'
import { ChecklistCard } from '../../features/insights/checklist-card.tsx'
import { EarningsCard } from '../../features/insights/earnings-card.tsx'
import { TipFeed, useTipFeed } from '../../features/insights/tip-feed.tsx'
import { LeaderboardCard } from '../../features/leaderboard/leaderboard-card.tsx'
import { useLive } from '../../lib/calls/live.ts'
import type { StoredUser } from '../../lib/store-state.ts'
import { healthOf, obsStepOf, useOverlayStatus } from '../../lib/alerts/overlay-status.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { ObsChip } from '../../parts/alerts/obs-chip.tsx'
import { OverlayHealthNote } from '../../parts/alerts/overlay-health-note.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** A creator's dashboard, kept live: checklist, earnings, tips, active goals and leaderboard. */
export function CreatorDashboard({ user }: { user: StoredUser }) {
  const [range, setRange] = useState<InsightRange>('30')
  const insights = useCall(getInsights, { query: { days: range } })
  const goals = useCall(getOwnGoals)
  const board = useCall(getCreatorLeaderboard, { query: { username: user.brimfulUserName } })
  const feed = useTipFeed()

  function refetch() {
    for (const part of [insights, goals, feed]) part.refetch()
  }
  const live = useLive(
    { userUID: user.uid },
    { goals: refetch, leaderboard: (next) => board.setData(() => next), onReturn: refetch },
  )
  const currency = insights.data?.currency ?? goals.data?.[0]?.currency ?? null
  return (
    <>
      <LiveNote status={live} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words sm:text-3xl">
          {m.dashboard_hello({ name: user.displayName })}
        </h1>
        <ObsChip isLink />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:gap-6">
          <AfterSetUp user={user}>
            <EarningsCard
              insights={insights}
              range={range}
              onRange={setRange}
              link={<TotalEarningsLink userName={user.brimfulUserName} />}
            />
            <TipFeed
              feed={feed}
              actionsOf={({ id, name }) => <BlockButton tipId={id} name={name} />}
              pageLink={
                <ButtonLink to={`/${user.brimfulUserName}/current-goals`}>{m.profile_open()}</ButtonLink>
              }
            />
          </AfterSetUp>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:gap-6">
          <GoalsInProgress
            goals={goals}
            link={<ButtonLink to="/dashboard/goals-overview">{m.dashboard_goals_all()}</ButtonLink>}
          />
          <LeaderboardCard board={board} userName={user.brimfulUserName} currency={currency} />
        </div>
      </div>
    </>
  )
}

/**
 * What is left to set up and whether the alert box works, and below it the other cards. Those wait until it is known what is above
 * them, because they would move otherwise; meanwhile a skeleton fills the screen.
 */
function AfterSetUp({ user, children }: { user: StoredUser; children: ReactNode }) {
  const { data: checklist, isPending } = useCall(getChecklist, {}, { errorsTo: 'log' })
  const { data: status, isPending: isStatusPending } = useOverlayStatus()
  if (isPending || isStatusPending) return <SetUpSkeleton />
  const hasOverlay = status !== undefined && healthOf(status).kind !== 'never'
  return (
    <>
      {status && checklist && <ChecklistCard {...{ user, checklist }} obsStep={obsStepOf(status)} />}
      {hasOverlay && (
        <OverlayHealthNote status={status}>
          <TextLink to="/dashboard/stream-setting">{m.obs_settings()}</TextLink>
        </OverlayHealthNote>
      )}
      {children}
    </>
  )
}

function SetUpSkeleton() {
  return (
    <div className="grid min-h-dvh content-start gap-4 xl:gap-6">
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}

function TotalEarningsLink({ userName }: { userName: string }) {
  return (
    <TextLink to={`/user/${userName}/total-earnings`} className="inline-flex min-h-11 items-center">
      {m.earnings_title()}
    </TextLink>
  )
}
