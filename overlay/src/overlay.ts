/** The widget page. `widget=goal` is a bar that moves with every tip; with `goals=all` the open goals take turns. */
import type { Goal } from '../../contract/entities.ts'
import type { Locale } from '../../contract/locale.ts'
import type { livePath, LiveHello } from '../../contract/sockets.ts'
import { readAddress } from './address.ts'
import type { OverlayAddress } from './address.ts'
import { connect } from './connection.ts'
import { find, showWrongAddress } from './dom.ts'
import { drawGoalBar } from './goal-bar.ts'
import { findJustFunded, nextGoal, pickGoal } from './goal-pick.ts'
import { levelOf } from './levels.ts'

/** Only its type is imported: the contract's schemas stay out of the bundle. */
const path: typeof livePath = '/live'
const lastLook = 10_000
const turn = 12_000

const address = readAddress(location.search)
const query = new URLSearchParams(location.search)
const widget = query.get('widget')
if (!address || !widget) showWrongAddress(true)
else if (widget === 'goal') showGoal(address)
else find(document, '#planned').hidden = false

function showGoal({ userUID }: OverlayAddress): void {
  const place = find(document, '#goal')
  let goals: Goal[] = []
  let locale: Locale | undefined
  let shown: Goal | undefined
  let timer: number | undefined

  function show(goal: Goal | undefined): void {
    const isSame = goal !== undefined && goal.goaluuid === shown?.goaluuid
    if (isSame && goal.amount_received === shown?.amount_received) return
    const before = isSame && shown ? levelOf(shown.amount_received, shown.amount) : 0
    shown = goal
    if (!goal) return place.replaceChildren()
    const { title, currency, amount, amount_received: amountReceived } = goal
    const levels = { before, after: levelOf(amountReceived, amount) }
    const bar = drawGoalBar({ title, currency, amount, amountReceived, locale }, levels)
    bar.classList.toggle('there', isSame)
    place.replaceChildren(bar)
  }

  function handleGoals(news: Goal[], spoken: Locale): void {
    goals = news
    locale = spoken
    const funded = findJustFunded(goals, shown?.goaluuid)
    if (!funded) return show(pickGoal(goals, shown?.goaluuid))
    show(funded)
    timer ??= window.setTimeout(moveOn, lastLook)
  }

  function moveOn(): void {
    timer = undefined
    show(pickGoal(goals, undefined))
  }

  if (query.get('goals') === 'all') {
    setInterval(() => {
      if (timer === undefined) show(nextGoal(goals, shown?.goaluuid))
    }, turn)
  }
  const hello = (): LiveHello => ({ userUID })
  connect(path, hello, () => showWrongAddress(true)).on('goals', handleGoals)
}
