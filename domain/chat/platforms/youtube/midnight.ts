/** Computes when Google's quotas reset: at midnight in California. */
import { openZoneClock } from '../../../zone-clock.ts'

const pacific = openZoneClock('America/Los_Angeles')

/** Returns the milliseconds until the next midnight in the Pacific time zone, with daylight saving time. */
export function millisecondsToPacificMidnight(now: Date): number {
  const { year, month, day } = pacific.dayAt(now.getTime())
  // Midnight on the Pacific clock, as if that clock showed UTC. The zone's offset at that moment is added below.
  const midnight = Date.UTC(year, month - 1, day + 1)
  const guess = midnight - pacific.offsetAt(now.getTime())
  return midnight - pacific.offsetAt(guess) - now.getTime()
}
