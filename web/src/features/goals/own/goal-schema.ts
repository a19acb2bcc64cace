/** Converts a goal to the values of its form, and the form to the body of a call. */
import * as z from 'zod/mini'
import { goalFields } from '../../../../../contract/own-goal-calls.ts'
import type { OwnGoal } from '../../../../../contract/own-goal-calls.ts'

type GoalFormValues = { title: string; description: string; amount: string; endDate: string }

/** Strips everything but digits, and cuts the text to the length of the largest possible amount. */
export function toDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 8)
}

/** Returns the form's initial values; empty for a new goal. */
export function toFormValues(goal: OwnGoal | undefined): GoalFormValues {
  if (!goal) return { title: '', description: '', amount: '', endDate: '' }
  const { title, description, amount, end_date: end } = goal
  return { title, description, amount: String(amount / 100), endDate: end ? toDateInput(new Date(end)) : '' }
}

const amount = z.pipe(
  z.string(),
  z.transform((digits: string) => (digits === '' ? Number.NaN : Number(digits) * 100)),
)

/**
 * Returns the schema that converts form values to the body of a call. An unchanged end date keeps its time of day; a changed one
 * becomes the last second of the day.
 */
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

/** Formats a moment as the value of a date input, in the browser's time zone. */
export function toDateInput(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}
