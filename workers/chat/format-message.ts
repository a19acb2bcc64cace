/** Formats the text of a chat message: of one event, or of several tips together. */
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import { findCurrency } from '../../db/queries/accounts/accounts.ts'
import { findChatWording } from '../../db/queries/chat/chat-templates.ts'
import type { ChatWording } from '../../db/queries/chat/chat-templates.ts'
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import { formatChatMessage } from '../../domain/chat/format-chat-message.ts'
import type { ChatEvent } from '../../domain/chat/format-chat-message.ts'
import { formatCoalescedMessage } from '../../domain/chat/format-coalesced-message.ts'
import type { WorkerContext } from '../context.ts'

/** Formats the message for one platform. If there are several events, `isNamed: false` leaves out the supporters' names. */
export async function formatMessage(
  { db, config: { publicUrl, twitch } }: Pick<WorkerContext, 'db' | 'config'>,
  events: readonly EventDetails[],
  platform: ChatPlatform,
  options: { isNamed: boolean },
): Promise<string> {
  if (events[0]!.event.type === 'chat.tested') return formatTestLine(events[0]!)
  const wording = await findChatWording(db, events[0]!.creator.uid, platform)
  const goalCurrency = needsProgress(wording) ? await findCurrency(db, events[0]!.creator.uid) : undefined
  const surroundings = { wording, publicUrl, botName: twitch?.botUsername, goalCurrency }
  const chatEvents = events.map((event) => toChatEvent(event, surroundings))
  return chatEvents.length === 1
    ? formatChatMessage(chatEvents[0]!, platform)
    : formatCoalescedMessage(chatEvents, platform, options)
}

/** Returns whether one of the creator's own templates shows a goal's progress. */
function needsProgress({ templates, amountTemplates }: ChatWording): boolean {
  const texts = [...Object.values(templates), ...amountTemplates.map(({ text }) => text)]
  return texts.some((text) => /\{(?:raised|left|percent)\}/.test(text ?? ''))
}

/** Returns a creator's test line. It has the time, because Twitch refuses a line that repeats another one. */
function formatTestLine({ createdAt }: EventDetails): string {
  return `Brimful is connected: your tips will be announced here. (Test at ${createdAt.toISOString().slice(11, 19)} UTC)`
}

function toChatEvent(
  { event, tip, goal, creator }: EventDetails,
  surroundings: Pick<ChatEvent, 'wording' | 'publicUrl' | 'botName' | 'goalCurrency'>,
): ChatEvent {
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  return { kind, tip, goal, creator, ...surroundings }
}
