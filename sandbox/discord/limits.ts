/** Discord's limits (discord.com/developers/docs/topics/rate-limits), counted by a clock that tests can speed up. */

export interface Verdict {
  /** Whether the request passes. */
  isFree: boolean
  scope: 'user' | 'shared' | 'global'
  limit: number
  remaining: number
  /** Seconds, of real time, until the window has passed. */
  resetAfter: number
}

export interface Limits {
  /** A request on a webhook, whatever it asks. */
  countRequest(webhookId: string): Verdict
  /** A message into a channel, by whichever webhook. */
  countMessage(channelId: string): Verdict
  setClock(scale: number): void
  /** How many requests were refused by each limit. */
  readonly violations: Record<Verdict['scope'], number>
}

interface Window {
  startedAt: number
  count: number
}

/** Five in two seconds a webhook, as its headers say; thirty messages a minute into a channel; fifty requests a second of all. */
const rules = {
  user: { limit: 5, spanMs: 2_000 },
  shared: { limit: 30, spanMs: 60_000 },
  global: { limit: 50, spanMs: 1_000 },
} as const

/** Counts in memory: nothing of it outlives the process. */
export function openLimits(): Limits {
  const windows = new Map<string, Window>()
  const violations = { user: 0, shared: 0, global: 0 }
  let scale = 1

  function count(scope: Verdict['scope'], key: string): Verdict {
    const { limit, spanMs } = rules[scope]
    const now = performance.now()
    const span = spanMs / scale
    const known = windows.get(`${scope} ${key}`)
    const window = known && known.startedAt + span > now ? known : { startedAt: now, count: 0 }
    windows.set(`${scope} ${key}`, window)
    const isFree = window.count < limit
    if (isFree) window.count += 1
    else violations[scope] += 1
    const resetAfter = Math.ceil(window.startedAt + span - now) / 1000
    return { isFree, scope, limit, remaining: limit - window.count, resetAfter }
  }

  return {
    countRequest(webhookId) {
      const all = count('global', '')
      return all.isFree ? count('user', webhookId) : all
    },
    countMessage: (channelId) => count('shared', channelId),
    setClock(next) {
      scale = next
    },
    violations,
  }
}
