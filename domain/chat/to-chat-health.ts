/** The problems of a creator's connections, as the creator's settings show them. */
import type { ChatTrouble } from '../../contract/chat-calls.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { ConnectionHealth } from '../../db/queries/connection-health.ts'

/** Returns the problem of each chat, or null if it has none. Lost access takes precedence over an earlier problem. */
export function toChatHealth(
  connections: readonly ConnectionHealth[],
): Record<ChatPlatform, ChatTrouble | null> {
  const troubles = connections.map((connection) => [connection.platform, toTrouble(connection)] as const)
  return { youtube: null, twitch: null, discord: null, ...Object.fromEntries(troubles) }
}

function toTrouble({ problem, problemAt, accessLostAt }: ConnectionHealth): ChatTrouble | null {
  if (accessLostAt) return { problem: 'revoked', since: accessLostAt.toISOString() }
  return problem && problemAt && { problem, since: problemAt.toISOString() }
}
