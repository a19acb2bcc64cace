import { useEffect, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { currentLocale } from './locale.ts'

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
export function showTime(at: string, now: number): string {
  const past = Math.max(now - Date.parse(at), 0)
  if (past < minute) return m.inbox_just_now()
  if (past < hour) return inWords().format(-Math.floor(past / minute), 'minute')
  if (past < day) return inWords().format(-Math.floor(past / hour), 'hour')
  if (past < 7 * day) return inWords().format(-Math.floor(past / day), 'day')
  return new Date(at).toLocaleDateString(currentLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}

function inWords(): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
}
