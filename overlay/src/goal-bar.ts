/** The goal's bar at the foot of the picture. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money-format.ts'
import { calmText } from './calm-text.ts'
import { cloneTemplate, find, move } from './dom.ts'
import { percentOf } from './levels.ts'
import type { Levels } from './levels.ts'
import * as texts from './texts.ts'

export interface BarGoal {
  title: string
  amount: number
  amountReceived: number
  currency: Parameters<typeof formatMoney>[1]
  /** The creator's; without one, English. */
  locale: Locale | undefined
}

/** Draws a bar that moves from one level to another. */
export function drawGoalBar(goal: BarGoal, { before, after }: Levels): HTMLElement {
  const bar = cloneTemplate('bar-template')
  const title = calmText(goal.title, 80)
  const sum = texts.sum(
    formatMoney(goal.amountReceived, goal.currency, goal.locale),
    formatMoney(goal.amount, goal.currency, goal.locale),
  )
  find(bar, '.bar-title').textContent = title
  // Over the brim it spills a lip over the rim, and says how far.
  const isOver = after > 1
  bar.classList.toggle('over', isOver)
  find(bar, '.bar-sum').textContent = isOver ? texts.over(sum, percentOf(after)) : sum
  Object.assign(bar, {
    ariaLabel: title,
    ariaValueMax: goal.amount,
    ariaValueNow: Math.min(goal.amountReceived, goal.amount),
    ariaValueText: sum,
  })
  move(bar, shareOf(before), shareOf(after))
  return bar
}

/** How far the fill is pushed out of the bar. */
function shareOf(level: number): string {
  return `${(Math.min(level, 1) - 1) * 100}%`
}
