import { useEffect, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { currentLocale, dateLocale } from './locale.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The present, anew each minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `just now`, `5 minutes ago`, `yesterday`; after a week the date. A clock that is behind makes no future. */
export function formatTimeAgo(at: string, now: number): string {
  const past = Math.max(now - Date.parse(at), 0)
  if (past < minute) return m.inbox_just_now()
  if (past < hour) return relativeFormat().format(-Math.floor(past / minute), 'minute')
  if (past < day) return relativeFormat().format(-Math.floor(past / hour), 'hour')
  if (past < 7 * day) return relativeFormat().format(-Math.floor(past / day), 'day')
  return formatDay(at, 'long')
}

/** `20 February 2026`, or with the month cut short `20 Feb 2026`, by the visitor's own clock. */
export function formatDay(at: string | Date, length: 'long' | 'medium' = 'medium'): string {
  return new Date(at).toLocaleDateString(dateLocale(), { dateStyle: length })
}

/** `20 Feb 2026, 20:14`, by the visitor's own clock. */
export function formatDateTime(at: string): string {
  return new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
}

function relativeFormat(): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
}
