/**
 * Kick's rate limits. It documents none, so these are stricter than what developers report: ten messages in twenty seconds in a chat,
 * and a hundred a minute for the app (github.com/KickEngineering/KickDevDocs/issues/360).
 */

export type Limits = ReturnType<typeof openLimits>

const rules = [
  { name: 'chat', limit: 10, spanMs: 20_000 },
  { name: 'app', limit: 100, spanMs: 60_000 },
] as const

/** Opens the limits, which count in memory, in sliding windows. */
export function openLimits() {
  const times = new Map<string, number[]>()
  const violations = { chat: 0, app: 0 }
  return {
    violations,
    /** Counts a message of a chat. Returns the seconds to wait if it is one too many; 0 if it may be posted. */
    take(chat: string): number {
      const now = performance.now()
      const windows = rules.map(({ name, limit, spanMs }) => {
        const key = name === 'app' ? name : `chat ${chat}`
        return { name, limit, spanMs, key, recent: (times.get(key) ?? []).filter((at) => at > now - spanMs) }
      })
      const full = windows.find(({ recent, limit }) => recent.length >= limit)
      if (full) {
        violations[full.name] += 1
        return (full.recent[0]! + full.spanMs - now) / 1000
      }
      for (const { key, recent } of windows) times.set(key, [...recent, now])
      return 0
    },
  }
}
