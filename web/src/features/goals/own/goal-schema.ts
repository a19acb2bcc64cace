/** A goal as its creator types it, and what is sent of that. */
import * as z from 'zod/mini'
import { goalFields } from '../../../../../contract/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/own-goal-calls.ts'

export type GoalFormValues = { title: string; description: string; amount: string; endDate: string }

/** Digits of whole units, no more than the largest goal has. */
export function toDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 8)
}

/** A goal's fields to begin with: empty for a new one. */
export function toFormValues(goal: OwnGoal | undefined): GoalFormValues {
  if (!goal) return { title: '', description: '', amount: '', endDate: '' }
  const { title, description, amount, end_date: end } = goal
  return { title, description, amount: String(amount / 100), endDate: end ? toDateInput(new Date(end)) : '' }
}

const amount = z.pipe(
  z.string(),
  z.transform((digits: string) => (digits === '' ? Number.NaN : Number(digits) * 100)),
)

/** The body of the calls, out of what is typed. A day that was not changed keeps its hour; another ends with its last second. */
export function goalSchema(before: OwnGoal | undefined) {
  const unchanged = before?.end_date ?? null
  const endDate = z.pipe(
    z.string(),
    z.transform((day: string) => {
      if (day === '') return null
      return unchanged && toDateInput(new Date(unchanged)) === day ? unchanged : endOfDay(day)
    }),
  )
  return z.object({
    ...goalFields,
    amount: z.pipe(amount, goalFields.amount),
    endDate: z.pipe(endDate, goalFields.endDate),
  })
}

/** The day of a moment where the creator is, as a date field writes it. */
export function toDateInput(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}
