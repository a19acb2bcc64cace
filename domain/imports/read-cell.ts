/** Reads times and texts as other services write them. How amounts are read is in `contract/money/read-amount.ts`. */
import { parseDecimal } from '../../contract/money/money.ts'
import { decimalsOf } from '../../contract/money/minor-units.ts'
import { toStorable } from '../../contract/text.ts'
import type { DateOrder } from '../../contract/imports/tip-import.ts'
import { unguardText } from '../csv.ts'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,]+(.+))?$/
const monthNamed =
  /^(?:\p{L}{3,10},? )?(?:(\p{L}{3,9})\.? (\d{1,2})|(\d{1,2})\.? (\p{L}{3,9})\.?),? (\d{4})(?:,? (?:at )?(.+))?$/u
const clock =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?\s*(?:(z|utc|gmt)|([+-])(\d{2}):?(\d{2})?)?$/i
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** German names that begin otherwise. */
const monthAliases: Record<string, number> = { mär: 2, mae: 2, mrz: 2, mai: 4, okt: 9, dez: 11 }
const minuteMs = 60_000
/** No time is longer. */
const maxCellChars = 60

/**
 * Returns the time of a cell: with the year first as in ISO 8601, three numbers in the given order, the name of a month, or seconds
 * or milliseconds since 1970. A time without a zone is UTC. Returns undefined for anything else.
 */
export function readTime(text: string, order: DateOrder): Date | undefined {
  const cell = text.trim()
  if (cell.length > maxCellChars) return undefined
  if (/^\d{10}$/.test(cell)) return new Date(Number(cell) * 1000)
  if (/^\d{13}$/.test(cell)) return new Date(Number(cell))
  const date = readDate(cell, order)
  if (!date) return undefined
  const at = readClock(date.clock)
  if (at === undefined) return undefined
  const midnight = toMidnight(date)
  return midnight === undefined ? undefined : new Date(midnight + at)
}

/**
 * Returns the time of a cell whose order is not known; `unsure` if it has two readings. Points stand between numbers only where the day
 * comes first: of the locales of https://cldr.unicode.org none writes a month first with them.
 */
export function readAnyTime(text: string): Date | 'unsure' | undefined {
  const [dmy, mdy] = [readTime(text, 'dmy'), readTime(text, 'mdy')]
  if (!dmy || !mdy) return dmy ?? mdy
  if (dmy.getTime() === mdy.getTime() || /^\d{1,2}\.\d{1,2}\./.test(text.trim())) return dmy
  return 'unsure'
}

interface WrittenDate {
  year: number
  /** From 0. */
  month: number
  day: number
  clock: string | undefined
}

function readDate(cell: string, order: DateOrder): WrittenDate | undefined {
  const iso = yearFirst.exec(cell)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]), clock: iso[4] }
  const numbers = yearLast.exec(cell)
  if (numbers) {
    const [, a, b, year, rest] = numbers
    const [day, month] = order === 'dmy' ? [a, b] : [b, a]
    return { year: toYear(year!), month: Number(month) - 1, day: Number(day), clock: rest }
  }
  const named = monthNamed.exec(cell)
  if (!named) return undefined
  const month = findMonth(named[1] ?? named[4]!)
  if (month === undefined) return undefined
  return { year: Number(named[5]), month, day: Number(named[2] ?? named[3]), clock: named[6] }
}

function toYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function findMonth(name: string): number | undefined {
  const start = name.toLowerCase().slice(0, 3)
  const index = monthNames.indexOf(start)
  return index === -1 ? monthAliases[start] : index
}

/** Returns the moment a day begins; undefined for a day that does not exist, such as 30 February. */
function toMidnight({ year, month, day }: WrittenDate): number | undefined {
  const midnight = new Date(Date.UTC(year, month, day))
  const exists = midnight.getUTCMonth() === month && midnight.getUTCDate() === day
  return exists ? midnight.getTime() : undefined
}

/** Returns the milliseconds from the beginning of the day (UTC); undefined if it is not a time of day. */
function readClock(text: string | undefined): number | undefined {
  if (text === undefined) return 0
  const match = clock.exec(text.trim())
  if (!match) return undefined
  const [, hours, minutes, seconds, half, , sign, zoneHours, zoneMinutes] = match
  const hour = toHour(Number(hours), half?.toLowerCase())
  if (!(hour <= 23) || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  return (hour * 60 + Number(minutes) - zone) * minuteMs + Number(seconds ?? 0) * 1000
}

function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour > 12) return Number.NaN // no time of day, as 13:00 PM
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Returns an amount in minor units; undefined if it has more decimals than the currency, or is larger than any tip. */
export function toMinor(digits: string, currency: string): number | undefined {
  const minor = parseDecimal(digits, decimalsOf(currency))
  return minor !== undefined && minor <= maxMinor ? minor : undefined
}

/** Ten million in whole units, which no tip reaches: a file that has one has another column there. */
const maxMinor = 1_000_000_000

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address, and quoted ones as far as they have no space. */
const emailAddress = /[^\s@<>()[\],;:"']{1,64}@[^\s@<>()[\],;:"']{1,255}\.[\p{L}\p{N}-]{2,63}/gu
/** No more of a cell is looked at. */
const maxTextChars = 5_000

/** Returns whether a text has an email address. */
export function hasEmail(text: string): boolean {
  return text.includes('@') && text.search(emailAddress) !== -1
}

/** Returns a text that can be stored, without email addresses and guards against formulas, and at most `max` characters long; null if nothing remains. */
export function readText(text: string, max: number): string | null {
  const plain = toStorable(unguardText(text.slice(0, maxTextChars)))
  const without = plain.includes('@') ? plain.replace(emailAddress, '[…]') : plain
  return [...without.trim()].slice(0, max).join('').trim() || null
}
