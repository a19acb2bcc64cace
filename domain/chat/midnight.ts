/** Computes when Google's quotas reset: at midnight in California. */

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Returns the milliseconds until the next midnight in the Pacific time zone, with daylight saving time. */
export function millisecondsToPacificMidnight(now: Date): number {
  const { year, month, day } = pacificClock(now)
  // Midnight on the Pacific clock, as if that clock showed UTC. The zone's offset at that moment is added below.
  const midnight = Date.UTC(year, month - 1, day + 1)
  const guess = midnight - offsetAt(now.getTime())
  return midnight - offsetAt(guess) - now.getTime()
}

/**
 * Returns how many milliseconds the Pacific clock is ahead of UTC at a moment. The result is negative, because the clock is
 * behind.
 */
function offsetAt(time: number): number {
  const whole = Math.floor(time / 1000) * 1000
  const { year, month, day, hour, minute, second } = pacificClock(new Date(whole))
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

function pacificClock(time: Date) {
  const parts = Object.fromEntries(
    pacific.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}
