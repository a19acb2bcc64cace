/** Reads the clock of a time zone, with its daylight saving time. */

export interface ZoneClock {
  /** Returns the day that the zone has at a moment, in milliseconds; months from 1. */
  dayAt(moment: number): { year: number; month: number; day: number }
  /** Returns how many milliseconds the zone is ahead of UTC at a moment. It is negative for zones behind UTC. */
  offsetAt(moment: number): number
}

/** Opens the clock of a zone such as `Europe/Berlin`. Throws RangeError for a zone that this Node does not know. */
export function openZoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  function read(moment: number) {
    const parts = Object.fromEntries(
      format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
    return { year, month, day, hour, minute, second }
  }
  return {
    dayAt: read,
    offsetAt(moment) {
      const whole = Math.floor(moment / 1000) * 1000
      const { year, month, day, hour, minute, second } = read(whole)
      return Date.UTC(year, month - 1, day, hour, minute, second) - whole
    },
  }
}
