/** Draws the goal bar at the bottom of the picture. */
import type { Locale } from '../../contract/locale.ts'
import { formatMoney } from '../../contract/money/money-format.ts'
import { cleanText } from './clean-text.ts'
import { cloneTemplate, find, setMotion } from './dom.ts'
import { percentOf, progressOf } from './goal-progress.ts'
import type { ProgressChange } from './goal-progress.ts'
import * as texts from './texts.ts'

interface BarGoal {
  title: string
  amount: number
  amountReceived: number
  /** What subscriptions and bits count toward it, which is not money; undefined if they count nothing. */
  counted?: number | undefined
  currency: Parameters<typeof formatMoney>[1]
  /** The creator's language; English if undefined. */
  locale: Locale | undefined
}

/**
 * Draws a bar that moves from the goal's earlier progress to its current one. What subscriptions and bits count is a part of its own behind
 * the money.
 */
export function drawGoalBar(goal: BarGoal, { before, after }: ProgressChange): HTMLElement {
  const bar = cloneTemplate('bar-template')
  const title = cleanText(goal.title, 80)
  const write = (minor: number) => formatMoney(minor, goal.currency, goal.locale)
  const money = texts.sum(write(goal.amountReceived), write(goal.amount))
  const { counted = 0 } = goal
  const sum = counted > 0 ? texts.counted(money, write(counted), goal.locale) : money
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
  if (counted > 0) {
    bar.classList.add('counts')
    const share = document.createElement('div')
    share.className = 'bar-counted'
    share.style.setProperty('--to', offsetOf(progressOf(goal.amountReceived + counted, goal.amount)))
    bar.prepend(share)
  }
  return bar
}

/** Returns how far the bar's fill is shifted to the left, as a CSS length. */
function offsetOf(progress: number): string {
  return `${(Math.min(progress, 1) - 1) * 100}%`
}
