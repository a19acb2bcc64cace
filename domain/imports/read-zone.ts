/** Reads time zones as services write them. */
import { openZoneClock } from '../zone-clock.ts'
import type { ZoneClock } from '../zone-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The zones of mails (RFC 5322, 4.3), which PayPal writes, and those of other regions that mean one thing. In hours. */
const abbreviations: Readonly<Record<string, number>> = {
  UTC: 0,
  UT: 0,
  GMT: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  JST: 9,
  KST: 9,
  HKT: 8,
  SGT: 8,
  AWST: 8,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
}
/** No zone is longer, and no file has more. */
const maxZoneChars = 40
const maxZones = 100
const clocks = new Map<string, ZoneClock | undefined>()

/**
 * Converts a local time, in milliseconds as if it were UTC, to UTC. The zone is an abbreviation, an offset, or a name such as
 * `Europe/Berlin`. Returns undefined for a zone that nobody knows.
 */
export function toUtc(local: number, zone: string): number | undefined {
  const name = zone.trim()
  if (name.length > maxZoneChars) return undefined
  const hours = abbreviations[name.toUpperCase()]
  if (hours !== undefined) return local - hours * hourMs
  const offset = /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return local - (offset[1] === '-' ? -minutes : minutes) * minuteMs
  }
  const clock = name.includes('/') ? findClock(name) : undefined
  if (!clock) return undefined
  const about = local - clock.offsetAt(local)
  return local - clock.offsetAt(about)
}

function findClock(name: string): ZoneClock | undefined {
  if (!clocks.has(name)) {
    if (clocks.size >= maxZones) clocks.clear()
    clocks.set(name, tryClock(name))
  }
  return clocks.get(name)
}

function tryClock(timeZone: string): ZoneClock | undefined {
  try {
    return openZoneClock(timeZone)
  } catch {
    return undefined // no zone that this Node knows
  }
}
