/** Applies Twitch's chat limits, with a clock that tests can speed up. */

/** Counters of violated limits, so that a test can assert that there were none. */
const noViolations = {
  messages: 0,
  channelRate: 0,
  joins: 0,
  auths: 0,
  duplicates: 0,
  tooLong: 0,
  commands: 0,
  multiLine: 0,
}

export type Limits = ReturnType<typeof openLimits>

const messagesPer30s = { privileged: 100, plain: 20 }
const joinsPer10s = 20
const authsPer10s = 20

/** Opens Twitch's chat limits, which count in memory. */
export function openLimits() {
  const clock = openClock()
  const windows = openWindows(clock.now)
  const lockedUntil = new Map<string, number>()
  const violations = { ...noViolations }
  let lockoutSeconds = 0

  function recordViolation(violation: keyof typeof violations): false {
    violations[violation] += 1
    return false
  }

  return {
    /** Milliseconds of the stand-in's clock, which `setClock` can make faster than real time. */
    now: clock.now,
    /** Sets how much faster than real time the clock runs: a scale of 30 makes the 30-second window last one second. */
    setClock({ scale, lockoutSeconds: seconds }: { scale?: number; lockoutSeconds?: number }): void {
      if (scale !== undefined) clock.setScale(scale)
      if (seconds !== undefined) lockoutSeconds = seconds
    },
    /** Counts a message; `isPrivileged` is true for moderators and the broadcaster. Returns false if it exceeds a limit. */
    countMessage(login: string, channel: string, isPrivileged: boolean): boolean {
      if ((lockedUntil.get(login) ?? 0) > clock.now()) return recordViolation('messages')
      const max = isPrivileged ? messagesPer30s.privileged : messagesPer30s.plain
      if (!windows.fits(`messages ${login}`, max, 30_000)) {
        lockedUntil.set(login, clock.now() + lockoutSeconds * 1000)
        return recordViolation('messages')
      }
      const isSpaced = isPrivileged || windows.fits(`channel ${login} ${channel}`, 1, 1000)
      if (!isSpaced) return recordViolation('channelRate')
      windows.add(`messages ${login}`)
      windows.add(`channel ${login} ${channel}`)
      return true
    },
    countJoin: (login: string) =>
      windows.take(`joins ${login}`, joinsPer10s, 10_000) || recordViolation('joins'),
    countAuth: (login: string) =>
      windows.take(`auths ${login}`, authsPer10s, 10_000) || recordViolation('auths'),
    recordViolation,
    violations,
    resetViolations: () => void Object.assign(violations, noViolations),
  }
}

function openClock() {
  let scale = 1
  let since = Date.now()
  let base = since
  const now = () => base + (Date.now() - since) * scale
  return {
    now,
    setScale(next: number): void {
      base = now()
      since = Date.now()
      scale = next
    },
  }
}

/** Opens sliding windows, which store, for each key, the times of the last 30 seconds. */
function openWindows(now: () => number) {
  const times = new Map<string, number[]>()

  function fits(key: string, max: number, spanMs: number): boolean {
    const recent = (times.get(key) ?? []).filter((at) => at > now() - Math.max(spanMs, 30_000))
    times.set(key, recent)
    return recent.filter((at) => at > now() - spanMs).length < max
  }

  const add = (key: string) => void times.get(key)?.push(now())

  return {
    fits,
    add,
    /** Counts one use of a key and returns true. If `max` uses within `spanMs` are reached, returns false and counts nothing. */
    take(key: string, max: number, spanMs: number): boolean {
      const isWithin = fits(key, max, spanMs)
      if (isWithin) add(key)
      return isWithin
    },
  }
}
