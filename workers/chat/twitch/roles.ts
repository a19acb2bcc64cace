/** Remembers where the bot has a moderator's or VIP's rights, because the lower limits apply to other channels. */
import type { ConnectionRow } from '../../../db/schema.ts'

export interface TwitchRoles {
  /** Returns whether the bot had privileges in a channel when it was last there; true if it was never there. */
  isPrivileged(connection: ConnectionRow): boolean
  remember(connection: ConnectionRow, isPrivileged: boolean): void
}

const maxRemembered = 10_000

/** Opens the memory of a process. Until the bot has been in a channel, what other processes have stored counts. */
export function openTwitchRoles(): TwitchRoles {
  const known = new Map<string, boolean>()
  return {
    isPrivileged: ({ platformUserId, botIsModerator }) => known.get(platformUserId) ?? botIsModerator ?? true,
    remember({ platformUserId }, isPrivileged) {
      known.delete(platformUserId)
      known.set(platformUserId, isPrivileged)
      const [oldest] = known.keys()
      if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest)
    },
  }
}
