/** The creator's time zone. It decides when their days begin. Browsers that do not know a zone use their own. */
import { dateLocale } from '../locale.ts'

const hourMs = 3_600_000
const quarterMs = hourMs / 4
/** Days end this many hours after their date began in UTC, because time zones are from 14 hours ahead of it to 12 behind. */
const endHours = { first: 10, last: 36 } as const

/** Returns the browser's time zone, if it knows one. */
export function browserTimeZone(): string | undefined {
  return nameOf(undefined)
}

/** Returns whether two names mean the same zone, as `Asia/Calcutta` and `Asia/Kolkata` do. */
export function isSameTimeZone(one: string, other: string): boolean {
  return one === other || (nameOf(one) !== undefined && nameOf(one) === nameOf(other))
}

/** Lists the zones that the browser knows, and these. */
export function listTimeZones(...others: readonly string[]): string[] {
  // Safari before 15.4 has no list.
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...known, 'UTC', ...others])].sort()
}

/** Returns the day of a moment as the value of a date input. */
export function dayIn(timeZone: string | undefined, moment: number | string): string {
  const format = formatOf(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en')
  const parts = format.formatToParts(new Date(moment))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/**
 * Returns the last second of a day. Tries every quarter of an hour that may end a day, because a day can have 23 or 25 hours, and no
 * midnight or two.
 */
export function endOfDay(timeZone: string | undefined, day: string): string {
  const first = Date.parse(`${day}T00:00:00Z`) + endHours.first * hourMs
  if (Number.isNaN(first)) return day
  const count = ((endHours.last - endHours.first) * hourMs) / quarterMs
  const times = Array.from({ length: count }, (_, i) => first + i * quarterMs)
  const end = times.find((time) => dayIn(timeZone, time) > day) ?? first + count * quarterMs
  return new Date(end - 1000).toISOString()
}

/** Formats the day of a moment as `20 Feb 2026`. */
export function formatDayIn(timeZone: string | undefined, moment: string): string {
  return formatOf(timeZone, { dateStyle: 'medium' }, dateLocale()).format(new Date(moment))
}

function nameOf(timeZone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone || undefined
  } catch {
    return undefined
  }
}

function formatOf(timeZone: string | undefined, options: Intl.DateTimeFormatOptions, locale: string) {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone && nameOf(timeZone) })
}
