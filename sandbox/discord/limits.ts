/** Applies Discord's rate limits (discord.com/developers/docs/topics/rate-limits), with a clock that tests can speed up. */

export interface Verdict {
  isAllowed: boolean
  scope: 'user' | 'shared' | 'global'
  limit: number
  remaining: number
  /** Seconds of real time until the window ends. */
  resetAfter: number
}

export type Limits = ReturnType<typeof openLimits>

interface Window {
  startedAt: number
  count: number
}

/** Five requests in two seconds per webhook, thirty messages a minute per channel, fifty requests a second altogether. */
const rules = {
  user: { limit: 5, spanMs: 2_000 },
  shared: { limit: 30, spanMs: 60_000 },
  global: { limit: 50, spanMs: 1_000 },
} as const

/** Opens Discord's rate limits, which count requests in memory. */
export function openLimits() {
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
    const isAllowed = window.count < limit
    if (isAllowed) window.count += 1
    else violations[scope] += 1
    const resetAfter = Math.ceil(window.startedAt + span - now) / 1000
    return { isAllowed, scope, limit, remaining: limit - window.count, resetAfter }
  }

  return {
    countRequest(webhookId: string): Verdict {
      const all = count('global', '')
      return all.isAllowed ? count('user', webhookId) : all
    },
    /** Counts a message in a channel, no matter which webhook posts it. */
    countMessage: (channelId: string) => count('shared', channelId),
    setClock(next: number): void {
      scale = next
    },
    /** How many requests each limit has refused. */
    violations,
  }
}
