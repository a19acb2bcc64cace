/** What a creator is told of how her connections fare. */
import type { ChatTrouble } from '../../contract/chat-calls.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { ConnectionHealth } from '../../db/queries/connection-health.ts'

/** One trouble for each chat, null where there is none; lost access goes before everything that happened earlier. */
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
