/**
 * The total widget: what the creator has received during this stream, today, this month, or toward a goal (`of=stream|today|month|goal`).
 * Totals are not public, so they need the creator's key; a goal's is.
 */
import type { Locale } from '../../../contract/locale.ts'
import { formatMoney } from '../../../contract/money/money-format.ts'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import { chooseGoal } from '../choose-goal.ts'
import { cleanText } from '../clean-text.ts'
import type { ShowWidget } from '../widget.ts'

const labels = {
  en: { stream: 'This stream', today: 'Today', month: 'This month' },
  de: { stream: 'Dieser Stream', today: 'Heute', month: 'Dieser Monat' },
} as const
type Part = keyof (typeof labels)['en']

/** Reads which total to show from the page's address; by default that of this stream. */
export function readPart(params: URLSearchParams): Part | 'goal' {
  const of = params.get('of')
  return of === 'today' || of === 'month' || of === 'goal' ? of : 'stream'
}

export const show: ShowWidget = (container, open, params) => {
  const part = readPart(params)
  const id = params.get('goal')?.toLowerCase()
  const draw = (label: string, amount: number, currency: PayoutCurrency, locale: Locale) =>
    drawTotal(container, cleanText(label, 80), formatMoney(amount, currency, locale))
  if (part === 'goal')
    open('goals').on('goals', (goals, locale) => {
      const goal = id ? goals.find(({ goaluuid }) => goaluuid === id) : chooseGoal(goals, undefined)
      if (goal) draw(goal.title, goal.amount_received, goal.currency, locale)
      else container.replaceChildren()
    })
  else
    open('totals').on('totals', (totals, locale) =>
      draw(labels[locale][part], totals[part], totals.currency, locale),
    )
}

function drawTotal(container: HTMLElement, label: string, amount: string): void {
  const [name, sum] = ['total-name', 'total-sum'].map((className) => {
    const part = document.createElement('div')
    part.className = className
    return part
  })
  const bdi = document.createElement('bdi')
  bdi.textContent = label
  name!.append(bdi)
  sum!.textContent = amount
  const isSame = container.querySelector('.total-sum')?.textContent === amount
  sum!.classList.toggle('already-shown', isSame)
  container.replaceChildren(name!, sum!)
}
