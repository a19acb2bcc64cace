/** Posts one event to one platform's chat, and keeps the connection's problem up to date. */
import type { DeliveryJob } from '../../contract/events.ts'
import { updateConnectionProblem } from '../../db/queries/connection-health.ts'
import { findConnection } from '../../db/queries/connections.ts'
import type { EventStory } from '../../db/queries/stories.ts'
import { toChatLine } from '../../domain/chat/chat-line.ts'
import type { ChatStory } from '../../domain/chat/chat-line.ts'
import type { ChatPoster } from '../chat/poster.ts'
import { isConnectionProblem } from '../chat/problems.ts'
import type { WorkerContext } from '../context.ts'
import { deliveryProcessor } from '../deliver.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import type { Processor } from '../start-worker.ts'

/** One processor for every platform: the poster makes the difference. */
export function chatProcessor(ctx: WorkerContext, poster: ChatPoster): Processor<DeliveryJob> {
  const { platform } = poster
  return deliveryProcessor(ctx, `chat-${platform}`, async (story) => {
    const connection = await findConnection(ctx.db, story.creator.uid, platform)
    if (!connection) throw new GiveUpError('disconnected')
    const { uid } = connection
    try {
      await poster.post(connection, toChatLine(toChatStory(story, ctx.config.publicUrl), platform))
    } catch (error) {
      const isTold = error instanceof GiveUpError || error instanceof SlowDownError
      if (isTold && isConnectionProblem(error.reason)) {
        await updateConnectionProblem(ctx.db, uid, platform, error.reason)
      }
      throw error
    }
    if (connection.problem !== null) await updateConnectionProblem(ctx.db, uid, platform, null)
  })
}

function toChatStory({ event, tip, goal, creator }: EventStory, publicUrl: string): ChatStory {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  return { kind, tip, goal, userName: creator.userName, publicUrl }
}
