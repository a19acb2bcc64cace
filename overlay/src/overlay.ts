/**
 * The widget page. `widget=goal` is a bar that moves with every tip; with `goals=all` it shows the open goals in turn. For a
 * widget that does not exist the page stays empty, because an error would be visible on the stream.
 */
import type { Goal } from '../../contract/entities.ts'
import type { Locale } from '../../contract/locale.ts'
import type { livePath, LiveHello } from '../../contract/sockets.ts'
import { parseQuery } from './page-query.ts'
import type { PageQuery } from './page-query.ts'
import { connect } from './connection.ts'
import { find, toggleWrongAddress } from './dom.ts'
import { drawGoalBar } from './goal-bar.ts'
import { findJustFunded, findNextGoal, chooseGoal } from './choose-goal.ts'
import { progressOf } from './goal-progress.ts'

/**
 * The namespace's path, written out and checked against the contract's type, because importing the value would add the contract's
 * schemas to the bundle.
 */
const path: typeof livePath = '/live'
const fundedDisplayMs = 10_000
const rotationMs = 12_000
const emptyWidgets = new Set(['timer', 'top', 'recent'])

const query = parseQuery(location.search, location.hash)
const params = new URLSearchParams(location.search)
const widget = params.get('widget')
if (!query || !widget) toggleWrongAddress(true)
else if (widget === 'goal') showGoal(query)
else if (!emptyWidgets.has(widget)) toggleWrongAddress(true)

function showGoal({ userUID }: PageQuery): void {
  const container = find(document, '#goal')
  let goals: Goal[] = []
  let locale: Locale | undefined
  let shown: Goal | undefined
  let timer: number | undefined

  function show(goal: Goal | undefined): void {
    const isSame = goal !== undefined && goal.goaluuid === shown?.goaluuid
    if (isSame && goal.amount_received === shown?.amount_received) return
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
    const funded = findJustFunded(goals, shown?.goaluuid)
    if (!funded) return show(chooseGoal(goals, shown?.goaluuid))
    show(funded)
    timer ??= window.setTimeout(showNext, fundedDisplayMs)
  }

  function showNext(): void {
    timer = undefined
    show(chooseGoal(goals, undefined))
  }

  if (params.get('goals') === 'all') {
    setInterval(() => {
      if (timer === undefined) show(findNextGoal(goals, shown?.goaluuid))
    }, rotationMs)
  }
  const hello = (): LiveHello => ({ userUID })
  connect(path, hello, () => toggleWrongAddress(true)).on('goals', handleGoals)
}
