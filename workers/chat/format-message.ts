/** Formats the text of a chat message: of one event, or of several tips together. */
import type { ChatPlatform } from '../../contract/entities.ts'
import { findChatWording } from '../../db/queries/chat-templates.ts'
import type { ChatWording } from '../../db/queries/chat-templates.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { formatChatMessage } from '../../domain/chat/format-chat-message.ts'
import type { ChatEvent } from '../../domain/chat/format-chat-message.ts'
import { formatCoalescedMessage } from '../../domain/chat/format-coalesced-message.ts'
import type { WorkerContext } from '../context.ts'

/** Formats the message for one platform. If there are several events, `isNamed: false` leaves out the supporters' names. */
export async function formatMessage(
  { db, config: { publicUrl } }: Pick<WorkerContext, 'db' | 'config'>,
  events: readonly EventDetails[],
  platform: ChatPlatform,
  options: { isNamed: boolean },
): Promise<string> {
  const wording = await findChatWording(db, events[0]!.creator.uid, platform)
  const chatEvents = events.map((event) => toChatEvent(event, wording, publicUrl))
  return chatEvents.length === 1
    ? formatChatMessage(chatEvents[0]!, platform)
    : formatCoalescedMessage(chatEvents, platform, options)
}

function toChatEvent(
  { event, tip, goal, creator }: EventDetails,
  wording: ChatWording,
  publicUrl: string,
): ChatEvent {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  return { kind, tip, goal, creator, wording, publicUrl }
}
