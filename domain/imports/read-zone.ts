/** Reads time zones as services write them. */

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
const formats = new Map<string, Intl.DateTimeFormat | undefined>()

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
  const format = name.includes('/') ? findFormat(name) : undefined
  if (!format) return undefined
  const about = local - offsetAt(format, local)
  return local - offsetAt(format, about)
}

function findFormat(name: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(name)) {
    if (formats.size >= maxZones) formats.clear()
    formats.set(name, openFormat(name))
  }
  return formats.get(name)
}

function openFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined // no zone that this Node knows
  }
}

/** Returns how many milliseconds a zone is ahead of UTC at a moment. */
function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: string) => parts[name] ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(moment / 1000) * 1000
}
