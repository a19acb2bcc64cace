/** What became of a line, as the creator sees it in the chatbot settings until the next one stands. */
import type { ChatProblem } from '../../contract/chat-problems.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Db } from '../../db/connection.ts'
import { markAccessLost, updateConnectionProblem } from '../../db/queries/connection-health.ts'

/** `posted`: the platform confirmed a line. Anything else is why it did not stand, or stands only just (`notModerator`). */
export type ChatOutcome = 'posted' | ChatProblem

/**
 * Keeps the outcome on the creator's connection: a refusal replaces the one before, `posted` clears it. `revoked` stays until
 * the creator connects anew. Nothing is written when it is known already, or when the platform is not connected.
 */
export async function noteChatOutcome(
  db: Db,
  creatorUid: string,
  platform: ChatPlatform,
  outcome: ChatOutcome,
): Promise<void> {
  if (outcome === 'revoked') return markAccessLost(db, creatorUid, platform)
  await updateConnectionProblem(db, creatorUid, platform, outcome === 'posted' ? null : outcome)
}
