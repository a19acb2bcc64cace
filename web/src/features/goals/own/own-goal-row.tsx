import { Archive, ArrowDown, ArrowUp, CircleCheck, Pencil, RotateCcw } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { GoalAction, OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { pictureAt, pictureShapes } from '../../../../../contract/pages/pictures.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { formatAmount } from '../../../lib/format.ts'
import { useMinute } from '../../../lib/page-data.ts'
import { useSession } from '../../../lib/accounts/session.ts'
import { formatDayIn } from '../../../lib/accounts/time-zone.ts'
import { GoalCounted } from '../goal-card.tsx'
import { GoalHistory } from '../goal-history.tsx'
import { describeRestart } from '../goal-progress.ts'
import { GoalVessel } from '../goal-vessel.tsx'

export interface OwnGoalActions {
  onEdit: (goal: OwnGoal) => void
  onAct: (goal: OwnGoal, action: GoalAction) => void
  /** Moves a goal by one place, up or down; undefined where the order cannot change. */
  onMove?: ((goal: OwnGoal, by: -1 | 1) => void) | undefined
}

interface OwnGoalRowProps extends OwnGoalActions {
  goal: OwnGoal
  userName: string
  isFirst: boolean
  isLast: boolean
}

/** One of the creator's own goals, with its progress and actions. */
export function OwnGoalRow({ goal, userName, isFirst, isLast, onEdit, onAct, onMove }: OwnGoalRowProps) {
  const { title, image } = goal
  return (
    <li className="flex gap-4 p-4 sm:gap-5 sm:p-5">
      <GoalVessel goal={goal} className="w-16 shrink-0 self-start sm:w-20" />
      <div className="flex min-w-0 grow flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 grow">
          <p className="text-xs font-semibold tracking-wide text-coral-ink uppercase">{stateLabel(goal)}</p>
          <h3 className="text-lg break-words">
            <GoalLink goal={goal} userName={userName} />
          </h3>
          {goal.isHidden && <p className="text-sm font-medium text-rose">{m.own_goal_hidden()}</p>}
          <Money goal={goal} />
          {goal.status === 'ACTIVE' && (
            <TextLink
              to={`/${userName}/fund-goal/${goal.goaluuid}`}
              className="inline-flex min-h-11 items-center text-sm"
            >
              {m.own_goals_tip_page()}
            </TextLink>
          )}
          <Buttons goal={goal} onEdit={onEdit} onAct={onAct} />
          <GoalHistory goal={goal} className="mt-2" />
        </div>
        {image && (
          <img
            src={pictureAt(image, pictureShapes.goal.widths[0])}
            alt=""
            className="order-first aspect-2/1 w-full rounded-card bg-sunken object-cover sm:order-none sm:w-44"
          />
        )}
      </div>
      {onMove && (
        <div className="-mr-2 flex flex-col">
          <IconButton
            label={m.own_goals_up({ title })}
            tip={m.own_goals_up_tip()}
            disabled={isFirst}
            onClick={() => onMove(goal, -1)}
          >
            <ArrowUp aria-hidden className="size-5" />
          </IconButton>
          <IconButton
            label={m.own_goals_down({ title })}
            tip={m.own_goals_down_tip()}
            disabled={isLast}
            onClick={() => onMove(goal, 1)}
          >
            <ArrowDown aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
    </li>
  )
}

/** Links to the goal's public page. An archived or hidden goal has none. */
function GoalLink({
  goal: { title, status, goaluuid, isHidden },
  userName,
}: {
  goal: OwnGoal
  userName: string
}) {
  if (status === 'ARCHIVED' || isHidden) return title
  const page = status === 'ACTIVE' ? 'current-goals' : 'completed-goals'
  return (
    <Link to={`/${userName}/${page}/${goaluuid}`} className="rounded-sm hover:underline">
      {title}
    </Link>
  )
}

function Money({ goal }: { goal: OwnGoal }) {
  const { profile } = useSession()
  const { amount, amount_received: received, currency, end_date: end } = goal
  const restart = describeRestart(goal, useMinute())
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="money text-xl">{formatAmount(received, currency)}</span>
        <span className="text-muted">{m.goal_of({ amount: formatAmount(amount, currency) })}</span>
      </p>
      <GoalCounted goal={goal} />
      {restart && <p className="text-sm text-muted">{restart}</p>}
      {end && (
        <p className="text-sm text-muted">
          {m.own_goals_until({
            date: formatDayIn(profile?.timeZone, end),
          })}
        </p>
      )}
    </>
  )
}

/** Returns the actions on a goal besides editing, and whether each is offered in the goal's state. */
function listActions({ status, isFunded }: OwnGoal) {
  const reopen = status === 'ARCHIVED' ? m.own_goals_restore() : m.own_goals_reopen()
  const canReopen = status === 'ARCHIVED' || status === 'EXPIRED' || (status === 'COMPLETED' && !isFunded)
  return [
    { action: 'close', label: m.own_goals_close(), Icon: CircleCheck, isOffered: status === 'ACTIVE' },
    { action: 'reopen', label: reopen, Icon: RotateCcw, isOffered: canReopen },
    { action: 'archive', label: m.own_goals_archive(), Icon: Archive, isOffered: status !== 'ARCHIVED' },
  ] as const
}

function Buttons({ goal, onEdit, onAct }: Pick<OwnGoalRowProps, 'goal' | 'onEdit' | 'onAct'>) {
  const offered = listActions(goal).filter(({ isOffered }) => isOffered)
  return (
    <div className="mt-3 flex flex-wrap gap-x-1 gap-y-2 max-sm:-ml-20 sm:gap-x-2">
      <Button size="small" aria-label={`${m.own_goals_edit()}: ${goal.title}`} onClick={() => onEdit(goal)}>
        <Pencil aria-hidden className="size-4 max-sm:hidden" />
        {m.own_goals_edit()}
      </Button>
      {offered.map(({ action, label, Icon }) => (
        <Button
          key={action}
          kind="quiet"
          size="small"
          aria-label={`${label}: ${goal.title}`}
          onClick={() => onAct(goal, action)}
        >
          <Icon aria-hidden className="size-4 max-sm:hidden" />
          {label}
        </Button>
      ))}
    </div>
  )
}

function stateLabel({ status, isFunded }: OwnGoal): string {
  switch (status) {
    case 'ACTIVE':
      return m.own_goals_state_running()
    case 'COMPLETED':
      return isFunded ? m.goal_label_done() : m.own_goals_state_closed()
    case 'EXPIRED':
      return m.goal_label_over()
    case 'ARCHIVED':
      return m.own_goals_state_archived()
  }
}
