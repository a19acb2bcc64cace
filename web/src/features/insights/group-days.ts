/** Groups daily figures by week or month for a chart. */
import type { InsightDay, InsightRange } from '../../../../contract/insights/insight-calls.ts'
import { dateLocale } from '../../lib/locale.ts'

export interface Period {
  label: string
  /** In minor units. */
  amount: number
  tips: number
}

/** Groups the days of a range into bars, oldest first: days, weeks from Monday, or months. Labels are short dates. */
export function groupDays(days: readonly InsightDay[], range: InsightRange): Period[] {
  const groups = new Map<string, { amount: number; tips: number }>()
  for (const { day, amount, tips } of days) {
    const key = startOf(day, range)
    const group = groups.get(key) ?? { amount: 0, tips: 0 }
    groups.set(key, { amount: group.amount + amount, tips: group.tips + tips })
  }
  return [...groups].map(([key, sums]) => ({ label: labelOf(key, range), ...sums }))
}

function startOf(day: string, range: InsightRange): string {
  if (range === '365') return day.slice(0, 7)
  if (range !== '90') return day
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

function labelOf(key: string, range: InsightRange): string {
  const date = new Date(`${key.length === 7 ? `${key}-01` : key}T00:00:00Z`)
  const shape =
    range === '365'
      ? ({ month: 'short', year: '2-digit' } as const)
      : ({ day: 'numeric', month: 'short' } as const)
  return date.toLocaleDateString(dateLocale(), { ...shape, timeZone: 'UTC' })
}
