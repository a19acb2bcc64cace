/** The problems of a creator's connections, as the creator's settings show them. */
import type { ChatTrouble } from '../../contract/chat/chat-calls.ts'
import { byPlatform, chatPlatform } from '../../contract/chat/platforms.ts'
import type { BotPlatform, ChatPlatform } from '../../contract/chat/platforms.ts'
import type { ConnectionHealth } from '../../db/queries/chat/connection-health.ts'

/**
 * Returns the problem of each chat, or null if it has none. Lost access takes precedence, because only the creator can repair it;
 * then an outage of the bot, which we repair; then a problem of the chat.
 */
export function toChatHealth(
  connections: readonly ConnectionHealth[],
  outages: readonly { platform: BotPlatform; since: Date }[],
): Record<ChatPlatform, ChatTrouble | null> {
  const since = new Map<ChatPlatform, Date>(outages.map((outage) => [outage.platform, outage.since]))
  const troubles = connections.map(
    (connection) => [connection.platform, toTrouble(connection, since.get(connection.platform))] as const,
  )
  return { ...byPlatform(chatPlatform.options, () => null), ...Object.fromEntries(troubles) }
}

function toTrouble(
  { problem, problemAt, accessLostAt }: ConnectionHealth,
  outageSince: Date | undefined,
): ChatTrouble | null {
  if (accessLostAt) return { problem: 'revoked', since: accessLostAt.toISOString() }
  if (outageSince) return { problem: 'botUnavailable', since: outageSince.toISOString() }
  return problem && problemAt && { problem, since: problemAt.toISOString() }
}
