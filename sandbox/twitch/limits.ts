/** Applies Twitch's chat limits, with a clock that tests can speed up. */

/** Counters of violated limits, so that a test can assert that there were none. */
const noViolations = {
  messages: 0,
  channelRate: 0,
  joins: 0,
  channels: 0,
  auths: 0,
  duplicates: 0,
  tooLong: 0,
  commands: 0,
  multiLine: 0,
}

export type Limits = ReturnType<typeof openLimits>

/**
 * Every message counts toward the higher limit, and those to channels without privileges toward the lower one as well:
 * https://github.com/pajbot/tmi-rate-limits, "privmsg-bucket".
 */
const messagesPer30s = { all: 100, plain: 20 }
/**
 * How many channels an account may be in at a time, not counting those where it is a moderator:
 * https://discuss.dev.twitch.com/t/giving-broadcasters-control-concurrent-join-limits-for-irc-and-eventsub/54997
 */
const usualMaxChannels = 100
const joinsPer10s = 20
const authsPer10s = 20

/** Opens Twitch's chat limits, which count in memory. */
export function openLimits() {
  const clock = openClock()
  const windows = openWindows(clock.now)
  const lockedUntil = new Map<string, number>()
  const violations = { ...noViolations }
  let lockoutSeconds = 0
  let maxChannels = usualMaxChannels

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
    /** Sets how many channels an account may be in, so that a test needs fewer than a hundred. */
    setMaxChannels: (max: number) => void (maxChannels = max),
    /** Returns whether an account that is in `joined` channels without being their moderator may join another one. */
    countChannel: (joined: number) => joined < maxChannels || recordViolation('channels'),
    /**
     * Counts a message, whether or not the room's rules refuse it afterwards; `isPrivileged` is true for moderators, VIPs and the
     * broadcaster. Returns false if it exceeds the account's limit.
     */
    countMessage(login: string, isPrivileged: boolean): boolean {
      if ((lockedUntil.get(login) ?? 0) > clock.now()) return recordViolation('messages')
      const hasRoom =
        windows.fits(`all ${login}`, messagesPer30s.all, 30_000) &&
        (isPrivileged || windows.fits(`plain ${login}`, messagesPer30s.plain, 30_000))
      if (!hasRoom) {
        lockedUntil.set(login, clock.now() + lockoutSeconds * 1000)
        return recordViolation('messages')
      }
      windows.add(`all ${login}`)
      if (!isPrivileged) windows.add(`plain ${login}`)
      return true
    },
    /** Counts a message in a channel where the sender has no privileges: at most one a second is shown there. */
    countInChannel: (login: string, channel: string) =>
      windows.take(`channel ${login} ${channel}`, 1, 1000) || recordViolation('channelRate'),
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

  function add(key: string): void {
    times.set(key, [...(times.get(key) ?? []), now()])
  }

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
