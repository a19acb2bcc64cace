import { useEffect, useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { currentLocale, dateLocale } from './locale.ts'
import { formatMoney, formatMoneyRange } from '../../../contract/money/money-format.ts'
import type { Currency } from '../../../contract/money/money.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns the current time, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Formats a time as `just now`, `5 minutes ago` or `yesterday`, and as a date after a week. Future times count as now.
 */
export function formatTimeAgo(at: string, now: number): string {
  const past = Math.max(now - Date.parse(at), 0)
  if (past < minute) return m.inbox_just_now()
  if (past < hour) return relativeFormat().format(-Math.floor(past / minute), 'minute')
  if (past < day) return relativeFormat().format(-Math.floor(past / hour), 'hour')
  if (past < 7 * day) return relativeFormat().format(-Math.floor(past / day), 'day')
  return formatDay(at, 'long')
}

/** Formats a day as `20 February 2026` or `20 Feb 2026` in the browser's time zone. */
export function formatDay(at: string | Date, length: 'long' | 'medium' = 'medium'): string {
  return new Date(at).toLocaleDateString(dateLocale(), { dateStyle: length })
}

/** Formats days, such as 2026-11-01 and 2026-11-30, as `1–30 Nov 2026`, or one day as itself. */
export function formatDays(from: string, to: string): string {
  const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** Formats a time as `20 Feb 2026, 20:14`, by default in the browser's time zone. */
export function formatDateTime(at: string, timeZone?: string): string {
  return new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

/** Formats a time as `20:14`, with its date unless it is today's. */
export function formatClock(at: string): string {
  const time = new Date(at)
  if (time.toDateString() !== new Date().toDateString()) return formatDateTime(at)
  return time.toLocaleTimeString(dateLocale(), { timeStyle: 'short' })
}

function relativeFormat(): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
}

/** Formats names as a list: `Ada, Bob and Cleo`. */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale()).format(names)
}

/** Formats a whole number as `1,234`. */
export function formatNumber(number: number): string {
  return number.toLocaleString(currentLocale())
}

/** Formats an amount with its currency symbol; in dollars when the creator has not chosen a currency. */
export function formatAmount(amountMinor: number, currency: Currency | null | undefined): string {
  return formatMoney(amountMinor, currency ?? 'usd', currentLocale())
}

/** Formats two amounts as `£8.91 – £9.15`, or as one if they are equal. */
export function formatAmountRange(leastMinor: number, mostMinor: number, currency: Currency): string {
  return formatMoneyRange(leastMinor, mostMinor, currency, currentLocale())
}
