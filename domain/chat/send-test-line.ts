/** Sends a creator's test line, with which she sees that her chat is set up. */
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import { AppError } from '../../contract/errors.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { Db } from '../../db/connection.ts'
import type { PubSub } from '../../db/pubsub.ts'
import { insertChatTest } from '../../db/queries/chat/chat-tests.ts'

/** How long a test line may wait for a limit. Nobody looks for it later. */
const lifetimeMs = 60_000

/**
 * Stores a delivery to one of the creator's chats, which its dispatcher sends like the announcement of a tip. Throws AppError
 * `not_found` when the chat is not connected.
 */
export async function sendTestLine(
  { db, pubsub }: { db: Db; pubsub: Pick<PubSub, 'publish'> },
  uid: string,
  platform: ChatPlatform,
): Promise<void> {
  if (!(await insertChatTest(db, uid, platform, lifetimeMs))) throw new AppError('not_found')
  await pubsub.publish({ kind: 'deliveries', destinations: [chatDestinations[platform]] })
}
