/** Calendar periods, in UTC, as the totals are filed: the day that each began. */
import type { PeriodStarts } from '../../db/queries/leaderboard.ts'

const daysOfWeek = 7
const sunday = 0

/** The Monday, the first of the month, and the fixed day for all time, that hold this moment. */
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
