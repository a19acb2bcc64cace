/** Looks whether a posted message is shown in its chat, and records it if the platform holds the message for review. */
import { updateBotRole } from '../../db/queries/chat/connection-health.ts'
import { markHeld } from '../../db/queries/deliveries/deliveries.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { recordChatOutcome } from '../../domain/chat/record-chat-outcome.ts'
import type { WorkerContext } from '../context.ts'
import type { ChatPoster } from './poster.ts'

export interface PostedMessage {
  connection: ConnectionRow
  /** The deliveries of the message. */
  ids: readonly string[]
  isTest: boolean
}

/**
 * Asks the poster whether the message is shown and records the answer: the chat's problem, the log, and whether the bot is a moderator.
 * The message is recorded as sent before, because looking takes seconds. Never rejects.
 */
export async function recordShown(
  { db, log }: WorkerContext,
  { platform, findShown }: ChatPoster,
  { connection, ids, isTest }: PostedMessage,
): Promise<void> {
  const { uid, problem, botIsModerator } = connection
  try {
    const shown = await findShown?.(connection, isTest)
    if (!shown) return
    const { isShown, isModerator } = shown
    if (isModerator !== undefined && isModerator !== botIsModerator)
      await updateBotRole(db, uid, platform, isModerator)
    if (!isShown) {
      await markHeld(db, ids)
      await recordChatOutcome(db, uid, platform, 'held')
      return
    }
    if (problem === 'held') await recordChatOutcome(db, uid, platform, 'posted')
  } catch (error) {
    log.warn({ platform, reason: (error as Error).message }, 'not recorded whether a message is shown')
  }
}
