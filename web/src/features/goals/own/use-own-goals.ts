import {
  changeGoalStatus,
  getOwnGoals,
  removeGoalPicture,
  reorderGoals,
} from '../../../../../contract/goals/own-goal-calls.ts'
import type { GoalAction, OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/calls/call.ts'
import { useLive } from '../../../lib/calls/live.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/calls/use-call.ts'

/** Loads the creator's own goals, keeps them live, and returns the actions on them. */
export function useOwnGoals(userUID: string) {
  const goals = useCall(getOwnGoals)
  const { refetch, setData } = goals
  // Live messages contain only public data, so they trigger a refetch of the goals as their creator sees them.
  const live = useLive({ userUID }, { goals: refetch, onReturn: refetch })

  /** Replaces a goal in the list, or appends it when it is new. */
  function updateGoal(goal: OwnGoal) {
    setData((now) => {
      if (!now) return now
      const isKnown = now.some(({ goaluuid }) => goaluuid === goal.goaluuid)
      return isKnown ? now.map((one) => (one.goaluuid === goal.goaluuid ? goal : one)) : [...now, goal]
    })
  }

  /** Closes, archives or reopens a goal. The toast offers to undo closing and archiving. */
  async function act(goal: OwnGoal, action: GoalAction): Promise<void> {
    const { goaluuid, title } = goal
    const done = await call(changeGoalStatus, { body: { goaluuid, action } }).catch(() => undefined)
    if (!done) return refetch() // if the call failed, the failure was already shown as a toast
    updateGoal(done)
    if (action === 'reopen') return toast.success(m.own_goals_reopened({ title }))
    const text = action === 'close' ? m.own_goals_closed({ title }) : m.own_goals_archived({ title })
    toast.success(text, { label: m.action_undo(), run: () => void act(done, 'reopen') })
  }

  /** Puts goals first, in the given order. The list changes at once, and back if the server refuses. */
  async function reorder(ordered: OwnGoal[]): Promise<void> {
    const moved = new Set(ordered)
    setData((now) => now && [...ordered, ...now.filter((goal) => !moved.has(goal))])
    const body = { goaluuids: ordered.map(({ goaluuid }) => goaluuid) }
    await call(reorderGoals, { body }).then((all) => setData(() => all), refetch)
  }

  async function removePicture({ goaluuid }: OwnGoal): Promise<void> {
    await call(removeGoalPicture, { body: { goaluuid } }).then(updateGoal, refetch)
  }

  return {
    goals,
    live,
    updateGoal,
    act,
    reorder,
    removePicture,
  }
}
