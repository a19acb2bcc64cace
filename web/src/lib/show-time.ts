import { useEffect, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

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
export function showTime(at: string, now: number): string {
  const past = Math.max(now - Date.parse(at), 0)
  if (past < minute) return m.inbox_just_now()
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute')
  if (past < day) return relative.format(-Math.floor(past / hour), 'hour')
  if (past < 7 * day) return relative.format(-Math.floor(past / day), 'day')
  return new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })
}
