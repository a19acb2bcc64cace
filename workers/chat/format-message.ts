/** The text of a chat message: of one event, or of several tips together. */
import type { ChatPlatform } from '../../contract/entities.ts'
import { findChatWording } from '../../db/queries/chat-templates.ts'
import type { ChatWording } from '../../db/queries/chat-templates.ts'
import type { EventDetails } from '../../db/queries/event-details.ts'
import { toChatLine } from '../../domain/chat/format-chat-message.ts'
import type { ChatStory } from '../../domain/chat/format-chat-message.ts'
import { toCoalescedLine } from '../../domain/chat/format-coalesced-message.ts'
import type { WorkerContext } from '../context.ts'

/** Formats the message for one platform. With several events, `isNamed: false` leaves out the supporters' names. */
export async function writeLine(
  { db, config: { publicUrl } }: Pick<WorkerContext, 'db' | 'config'>,
  stories: readonly EventDetails[],
  platform: ChatPlatform,
  options: { isNamed: boolean },
): Promise<string> {
  const wording = await findChatWording(db, stories[0]!.creator.uid, platform)
  const told = stories.map((story) => toChatStory(story, wording, publicUrl))
  return told.length === 1 ? toChatLine(told[0]!, platform) : toCoalescedLine(told, platform, options)
}

function toChatStory(
  { event, tip, goal, creator }: EventDetails,
  wording: ChatWording,
  publicUrl: string,
): ChatStory {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  return { kind, tip, goal, creator, wording, publicUrl }
}
