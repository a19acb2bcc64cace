/**
 * The goal widget: a bar that moves with every tip. It shows the first open goal, the goal that the address names by `goal`, or with
 * `goals=all` the open goals in turn.
 */
import type { Goal } from '../../../contract/entities.ts'
import type { Locale } from '../../../contract/locale.ts'
import { chooseGoal, findJustFunded, findNextGoal } from '../choose-goal.ts'
import { drawGoalBar } from '../goal-bar.ts'
import { progressOf } from '../goal-progress.ts'
import type { ShowWidget } from '../widget.ts'

const fundedDisplayMs = 10_000
const rotationMs = 12_000

export const show: ShowWidget = (container, open, params) => {
  const only = params.get('goal')?.toLowerCase()
  let goals: Goal[] = []
  let locale: Locale | undefined
  let shown: Goal | undefined
  let timer: number | undefined

  function draw(goal: Goal | undefined): void {
    const isSame = goal !== undefined && goal.goaluuid === shown?.goaluuid
    const isAsShown = (key: 'amount' | 'amount_received' | 'counted') => goal?.[key] === shown?.[key]
    if (isSame && isAsShown('amount_received') && isAsShown('amount') && isAsShown('counted')) return
    const before = isSame && shown ? progressOf(shown.amount_received, shown.amount) : 0
    shown = goal
    if (!goal) return container.replaceChildren()
    const { title, currency, amount, amount_received: amountReceived, counted } = goal
    const change = { before, after: progressOf(amountReceived, amount) }
    const bar = drawGoalBar({ title, currency, amount, amountReceived, counted, locale }, change)
    bar.classList.toggle('already-shown', isSame)
    container.replaceChildren(bar)
  }

  function handleGoals(newGoals: Goal[], newLocale: Locale): void {
    goals = newGoals
    locale = newLocale
    if (only) return draw(goals.find(({ goaluuid }) => goaluuid === only))
    const funded = findJustFunded(goals, shown?.goaluuid)
    if (!funded) return draw(chooseGoal(goals, shown?.goaluuid))
    draw(funded)
    timer ??= window.setTimeout(showNext, fundedDisplayMs)
  }

  function showNext(): void {
    timer = undefined
    draw(chooseGoal(goals, undefined))
  }

  if (params.get('goals') === 'all' && !only) {
    const turning = setInterval(() => {
      if (!container.isConnected) clearInterval(turning)
      else if (timer === undefined) draw(findNextGoal(goals, shown?.goaluuid))
    }, rotationMs)
  }
  open('goals').on('goals', handleGoals)
}
