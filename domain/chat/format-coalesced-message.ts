/** The message that announces several tips of one creator. */
import { chatLimits } from '../../contract/chat/chat-message.ts'
import { renderCoalescedMessage } from '../../contract/chat/coalesced-message.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import { chatServices } from './platforms/platforms.ts'
import { goalsUrlOf, formatName, shortUrlOf } from './format-chat-message.ts'
import type { ChatEvent } from './format-chat-message.ts'

/** The template of this message, in which `toSafeName` looks for the name: a name that contains one of its phrases is quoted. */
const template = 'Thank you {user}, {user} and {user}! {goal URL}'

/**
 * Formats one message for several tips, from their public projections and with safe names. All tips have the same currency and are
 * toward the same goal, or all are general. With `isNamed: false` the message contains no names, for a chat that refused them.
 */
export function formatCoalescedMessage(
  events: readonly ChatEvent[],
  platform: ChatPlatform,
  { isNamed }: { isNamed: boolean },
): string {
  const { goal, tip } = events[0]!
  const goals = goalsUrlOf(events[0]!)
  const values = {
    tips: events.length,
    amountMinor: events.reduce((sum, event) => sum + event.tip.amountMinor, 0),
    currency: tip.currency,
    goal: goal?.title ?? null,
    users: isNamed ? events.map((event) => formatName(event, template)) : [],
    url: goal ? `${goals}/${goal.goalId}` : goals,
    shortUrl: shortUrlOf(events[0]!),
  }
  return renderCoalescedMessage(values, chatLimits[platform], chatServices[platform].escape)
}
