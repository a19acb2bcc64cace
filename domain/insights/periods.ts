/** The calendar periods of leaderboard totals, in UTC. The first day of a period identifies it. */
import type { PeriodStarts } from '../../db/queries/insights/leaderboard.ts'

const daysOfWeek = 7
const sunday = 0

/** Returns the first days of the week (Monday), the month and "all time" (a fixed date) that contain a moment. */
export function periodStarts(at: Date): PeriodStarts {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const weekday = at.getUTCDay()
  const sinceMonday = weekday === sunday ? daysOfWeek - 1 : weekday - 1
  return {
    week: toDay(Date.UTC(year, month, day - sinceMonday)),
    month: toDay(Date.UTC(year, month, 1)),
    all: '1970-01-01',
  }
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
