import { useEffect, useRef, useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import { GoalCard, GoalCardSkeleton } from '../../features/goals/goal-card.tsx'
import { activeGoals } from '../../features/goals/goal-progress.ts'
import { GoalsNav } from '../../features/goals/goals-nav.tsx'
import { TipJump, scrollToTipBox } from '../../features/tip/tip-jump.tsx'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { CreatorBoard, CreatorColumns, CreatorColumnsSkeleton } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { TipCorner } from './tip-corner.tsx'
import type { Goal, ViewedCreator } from '../../../../contract/entities.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { loadUnpaidTip } from '../../lib/payments/saved-checkout.ts'
import { toast } from '../../lib/toast.ts'
import { useSavedState } from '../../lib/forms/use-saved-state.ts'

/** A creator's main page: active goals, tip box and leaderboard. */
export function CurrentGoalsScreen() {
  const page = useCreatorContext()
  const { creator, goals } = page
  const isKnown = useOnceTrue(goals.data !== undefined || goals.hasFailed)
  return (
    <>
      <GoalsNav userName={creator.userName} name={creator.displayName} />
      {isKnown ? <Columns page={page} /> : <CreatorColumnsSkeleton />}
    </>
  )
}

/** Returns whether a value has ever been true. Keeps the tip box mounted while goals reload, so that typed text is not lost. */
function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue)
  if (isTrue && !was) setWas(true)
  return was
}

function Columns({ page }: { page: CreatorPage }) {
  const { creator, goals } = page
  const active = activeGoals(goals.data ?? [])
  const [target, setTarget] = useTipTarget(active, creator.displayName)
  const isOwn = useIsOwnPage(creator)

  return (
    <CreatorColumns>
      <section aria-label={m.goals_title()} className="flex flex-col gap-4">
        {goals.hasFailed && <ErrorNote text={m.creator_goals_failed()} onRetry={goals.refetch} />}
        {!goals.data && !goals.hasFailed && <GoalCardSkeleton />}
        {goals.data && active.length === 0 && <NoGoals creator={creator} hasOthers={goals.data.length > 0} />}
        {active.map((goal) => (
          <GoalCard
            key={goal.goaluuid}
            goal={goal}
            to={`/${creator.userName}/current-goals/${goal.goaluuid}`}
            isChosen={goal.goaluuid === target}
            onTip={() => {
              setTarget(goal.goaluuid)
              scrollToTipBox()
            }}
          />
        ))}
      </section>
      <TipCorner page={page} goals={active} target={target} onTargetChange={setTarget} />
      <CreatorBoard page={page} />
      {!isOwn && <TipJump />}
    </CreatorColumns>
  )
}

function useIsOwnPage({ userName }: ViewedCreator): boolean {
  return useSession().user?.brimfulUserName === userName
}

/** Says that there are no active goals, and offers creators to make one on their own page. */
function NoGoals({ creator, hasOthers }: { creator: ViewedCreator; hasOthers: boolean }) {
  if (!useIsOwnPage(creator)) {
    return <p className="text-muted">{m.creator_no_goals({ name: creator.displayName })}</p>
  }
  return (
    <EmptyNote
      text={hasOthers ? m.own_goals_none_running() : m.own_goals_empty()}
      to="/dashboard/goals-overview"
      label={hasOthers ? m.own_goals_new() : m.own_goals_first()}
    />
  )
}

/**
 * Returns the goal that a tip goes towards: the chosen one, or the first; null for a general tip. Shows a toast when the chosen
 * goal closes and the target changes.
 */
function useTipTarget(active: Goal[], creatorName: string) {
  const [choice, setChoice] = useSavedState(() => loadUnpaidTip()?.goalId, undefined)
  const chosen = active.find(({ goaluuid }) => goaluuid === choice) ?? active[0]
  const target = choice === null ? undefined : chosen
  const before = useRef(target)

  useEffect(() => {
    const last = before.current
    before.current = target
    const hasClosed = last && !active.some(({ goaluuid }) => goaluuid === last.goaluuid)
    if (!hasClosed || last.goaluuid === target?.goaluuid) return
    const next = target?.title ?? m.tip_general({ name: creatorName })
    toast.info(m.tip_target_moved({ title: last.title, next }))
  }, [active, target, creatorName])

  return [target?.goaluuid ?? null, setChoice] as const
}
