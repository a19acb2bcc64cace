/** Reads when a tip was given, from up to three cells: a date, a time of day, and a time zone. */
import type { DateOrder } from '../../contract/imports/tip-import.ts'
import { readAnyTime, readTime } from './read-cell.ts'
import { toUtc } from './read-zone.ts'

export interface WhenCells {
  time: string
  clock: string
  zone: string
}

/**
 * Returns the time that the cells say. The zone counts for times that have none of their own; without any it is UTC. Returns `time` or
 * `zone` if that cell is not understood, and
 * `unsureTime` for a date that has two readings if the order is not given.
 */
export function readWhen(
  { time, clock, zone }: WhenCells,
  order: DateOrder | undefined,
): Date | 'time' | 'unsureTime' | 'zone' {
  const text = withClock(time, clock)
  const local = order ? readTime(text, order) : readAnyTime(text)
  if (!local) return 'time'
  if (local === 'unsure') return 'unsureTime'
  if (zone.trim() === '' || hasZone(clock) || hasZone(time)) return local
  const at = toUtc(local.getTime(), zone)
  return at === undefined ? 'zone' : new Date(at)
}

/** Joins a date and a time of day. A date that has a time of day already stays as it is. */
function withClock(time: string, clock: string): string {
  const [date, of] = [time.trim(), clock.trim()]
  return of === '' || /\d:\d/.test(date) || /^\d{10,}$/.test(date) ? date : `${date} ${of}`
}

/** Returns whether a time says its zone, or counts the seconds since 1970. */
function hasZone(text: string): boolean {
  return /\d:\d.*(?:z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)$|^\d{10,}$/i.test(text.trim())
}
