import {
  changeGoalStatus,
  getOwnGoals,
  removeGoalPicture,
  reorderGoals,
} from '../../../../../contract/own-goal-calls.ts'
import type { GoalAction, OwnGoal } from '../../../../../contract/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useLive } from '../../../lib/live.ts'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/use-call.ts'

/** The creator's own goals, kept moving by `/live`, and what can be done with them. */
export function useOwnGoals(userUID: string) {
  const { data, error, refetch, setData } = useCall(getOwnGoals)
  // What is told to everybody says that something moved; the creator's own view of it is asked for.
  const live = useLive({ userUID }, { goals: refetch, onReturn: refetch })

  /** Takes over a goal as a change of it was answered with. */
  function updateGoal(goal: OwnGoal) {
    setData((now) => {
      if (!now) return now
      const isKnown = now.some(({ goaluuid }) => goaluuid === goal.goaluuid)
      return isKnown ? now.map((one) => (one.goaluuid === goal.goaluuid ? goal : one)) : [...now, goal]
    })
  }

  /** Closes, archives or reopens a goal; a goal that leaves the running ones can be brought back from where that is said. */
  async function act(goal: OwnGoal, action: GoalAction): Promise<void> {
    const { goaluuid, title } = goal
    const done = await call(changeGoalStatus, { body: { goaluuid, action } }).catch(() => undefined)
    if (!done) return refetch() // the rule for calls has told why
    updateGoal(done)
    if (action === 'reopen') return toast.success(m.own_goals_reopened({ title }))
    const text = action === 'close' ? m.own_goals_closed({ title }) : m.own_goals_archived({ title })
    toast.success(text, { label: m.action_undo(), run: () => void act(done, 'reopen') })
  }

  /** Puts goals first in this order. It shows at once, and goes back when the server refuses. */
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
    goals: data,
    hasFailed: error !== null && !data,
    retry: refetch,
    live,
    updateGoal,
    act,
    reorder,
    removePicture,
  }
}
