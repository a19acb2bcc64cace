/** The outcome of a creator's latest chat message, which the chatbot settings show. */
import type { ChatProblem } from '../../contract/chat/chat-problems.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { chatServices } from './platforms/platforms.ts'
import {
  markAccessLost,
  updateBotRole,
  updateConnectionProblem,
} from '../../db/queries/chat/connection-health.ts'

/**
 * `posted`: the platform confirmed the message. `notModerator`: the message was posted, but the bot is not a moderator and
 * therefore has lower limits. Any other value is the reason why the message was not posted.
 */
export type ChatOutcome = 'posted' | ChatProblem

/**
 * Stores the outcome on the creator's connection: a problem replaces the previous one, `posted` clears it, `revoked` stays
 * until the creator connects again. Writes nothing when the outcome is unchanged or the platform is not connected.
 */
export async function recordChatOutcome(
  db: Db,
  creatorUid: string,
  platform: ChatPlatform,
  outcome: ChatOutcome,
): Promise<void> {
  if (outcome === 'revoked') return markAccessLost(db, creatorUid, platform)
  await updateConnectionProblem(db, creatorUid, platform, outcome === 'posted' ? null : outcome)
}

/**
 * Stores whether the bot is a moderator in the chat where a message was just confirmed. Most platforms do not say so with their confirmation.
 */
export async function recordBotRole(
  db: Db,
  { uid, platform, botIsModerator }: ConnectionRow,
  outcome: 'posted' | 'notModerator',
): Promise<void> {
  const isModerator = outcome === 'posted'
  if (!chatServices[platform].confirmsModerator || botIsModerator === isModerator) return
  await updateBotRole(db, uid, platform, isModerator)
}
