/**
 * The goal widget: a bar that moves with every tip. It shows the first open goal, the goal that the address names by `goal`, or with
 * `goals=all` the open goals in turn.
 */
import type { Goal } from '../../../contract/entities.ts'
import type { Locale } from '../../../contract/locale.ts'
import { chooseGoal, findJustFunded, findNextGoal } from '../choose-goal.ts'
import { drawGoalBar } from '../goal-bar.ts'
import { progressOf } from '../goal-progress.ts'
import { find } from '../dom.ts'
import type { OpenFeed, ShowWidget } from '../widget.ts'

const fundedDisplayMs = 10_000
const rotationMs = 12_000

export const show: ShowWidget = (open, params) => showGoal(find(document, '#goal'), open, params)

/** Shows goals in an element. */
export function showGoal(container: HTMLElement, open: OpenFeed, params: URLSearchParams): void {
  const only = params.get('goal')?.toLowerCase()
  let goals: Goal[] = []
  let locale: Locale | undefined
  let shown: Goal | undefined
  let timer: number | undefined

  function show(goal: Goal | undefined): void {
    const isSame = goal !== undefined && goal.goaluuid === shown?.goaluuid
    if (isSame && goal.amount_received === shown?.amount_received && goal.amount === shown?.amount) return
    const before = isSame && shown ? progressOf(shown.amount_received, shown.amount) : 0
    shown = goal
    if (!goal) return container.replaceChildren()
    const { title, currency, amount, amount_received: amountReceived } = goal
    const change = { before, after: progressOf(amountReceived, amount) }
    const bar = drawGoalBar({ title, currency, amount, amountReceived, locale }, change)
    bar.classList.toggle('already-shown', isSame)
    container.replaceChildren(bar)
  }

  function handleGoals(newGoals: Goal[], newLocale: Locale): void {
    goals = newGoals
    locale = newLocale
    if (only) return show(goals.find(({ goaluuid }) => goaluuid === only))
    const funded = findJustFunded(goals, shown?.goaluuid)
    if (!funded) return show(chooseGoal(goals, shown?.goaluuid))
    show(funded)
    timer ??= window.setTimeout(showNext, fundedDisplayMs)
  }

  function showNext(): void {
    timer = undefined
    show(chooseGoal(goals, undefined))
  }

  if (params.get('goals') === 'all' && !only) {
    setInterval(() => {
      if (timer === undefined) show(findNextGoal(goals, shown?.goaluuid))
    }, rotationMs)
  }
  open('goals').on('goals', handleGoals)
}
