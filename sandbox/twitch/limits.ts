/** Twitch's chat limits, counted by a clock that tests can speed up. */

/** What breaks a rule; each is counted, so that a test can claim that none was ever broken. */
export const violationNames = [
  'messages',
  'channelRate',
  'joins',
  'auths',
  'duplicates',
  'tooLong',
  'commands',
  'multiLine',
] as const
export type Violation = (typeof violationNames)[number]

export interface Limits {
  /** Milliseconds on the scaled clock. */
  now(): number
  /** A scale of 30 makes the 30-second window last one second. */
  setClock(settings: { scale?: number; lockoutSeconds?: number }): void
  /** A message of the account; privileged where it is moderator or broadcaster. False is over the limit. */
  countMessage(login: string, channel: string, isPrivileged: boolean): boolean
  countJoin(login: string): boolean
  countAuth(login: string): boolean
  blame(violation: Violation): void
  readonly violations: Record<Violation, number>
  forgive(): void
}

const messagesPer30s = { privileged: 100, plain: 20 }
const joinsPer10s = 20
const authsPer10s = 20

/** Counts in memory: nothing of it outlives the process. */
export function openLimits(): Limits {
  const clock = openClock()
  const windows = openWindows(clock.now)
  const lockedUntil = new Map<string, number>()
  const violations = noViolations()
  let lockoutSeconds = 0

  function blame(violation: Violation): false {
    violations[violation] += 1
    return false
  }

  return {
    now: clock.now,
    setClock({ scale, lockoutSeconds: seconds }) {
      if (scale !== undefined) clock.setScale(scale)
      if (seconds !== undefined) lockoutSeconds = seconds
    },
    countMessage(login, channel, isPrivileged) {
      if ((lockedUntil.get(login) ?? 0) > clock.now()) return blame('messages')
      const most = isPrivileged ? messagesPer30s.privileged : messagesPer30s.plain
      if (!windows.fits(`messages ${login}`, most, 30_000)) {
        lockedUntil.set(login, clock.now() + lockoutSeconds * 1000)
        return blame('messages')
      }
      const hasGap = isPrivileged || windows.fits(`channel ${login} ${channel}`, 1, 1000)
      if (!hasGap) return blame('channelRate')
      windows.add(`messages ${login}`)
      windows.add(`channel ${login} ${channel}`)
      return true
    },
    countJoin: (login) => windows.take(`joins ${login}`, joinsPer10s, 10_000) || blame('joins'),
    countAuth: (login) => windows.take(`auths ${login}`, authsPer10s, 10_000) || blame('auths'),
    blame,
    violations,
    forgive: () => void Object.assign(violations, noViolations()),
  }
}

function noViolations(): Record<Violation, number> {
  return Object.fromEntries(violationNames.map((name) => [name, 0])) as Record<Violation, number>
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

/** Sliding windows: the moments of the last half minute under each key. */
function openWindows(now: () => number) {
  const moments = new Map<string, number[]>()

  function fits(key: string, most: number, spanMs: number): boolean {
    const kept = (moments.get(key) ?? []).filter((at) => at > now() - Math.max(spanMs, 30_000))
    moments.set(key, kept)
    return kept.filter((at) => at > now() - spanMs).length < most
  }

  const add = (key: string) => void moments.get(key)?.push(now())

  return {
    fits,
    add,
    /** Counts one more when it fits. */
    take(key: string, most: number, spanMs: number): boolean {
      const isFree = fits(key, most, spanMs)
      if (isFree) add(key)
      return isFree
    },
  }
}
