/** Draws the goal bar at the bottom of the picture. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import { cleanText } from './clean-text.ts'
import { cloneTemplate, find, setMotion } from './dom.ts'
import { percentOf } from './goal-progress.ts'
import type { ProgressChange } from './goal-progress.ts'
import * as texts from './texts.ts'

interface BarGoal {
  title: string
  amount: number
  amountReceived: number
  currency: Parameters<typeof formatMoney>[1]
  /** The creator's language; English if undefined. */
  locale: Locale | undefined
}

/** Draws a bar that moves from the goal's earlier progress to its current one. */
export function drawGoalBar(goal: BarGoal, { before, after }: ProgressChange): HTMLElement {
  const bar = cloneTemplate('bar-template')
  const title = cleanText(goal.title, 80)
  const sum = texts.sum(
    formatMoney(goal.amountReceived, goal.currency, goal.locale),
    formatMoney(goal.amount, goal.currency, goal.locale),
  )
  find(bar, '.bar-title').textContent = title
  const isOver = after > 1
  bar.classList.toggle('over', isOver)
  find(bar, '.bar-sum').textContent = isOver ? texts.over(sum, percentOf(after)) : sum
  Object.assign(bar, {
    ariaLabel: title,
    ariaValueMax: goal.amount,
    ariaValueNow: Math.min(goal.amountReceived, goal.amount),
    ariaValueText: sum,
  })
  setMotion(bar, offsetOf(before), offsetOf(after))
  return bar
}

/** Returns how far the bar's fill is shifted to the left, as a CSS length. */
function offsetOf(progress: number): string {
  return `${(Math.min(progress, 1) - 1) * 100}%`
}
