/** The message that announces several tips of one creator. */
import { chatLimits } from '../../contract/chat-message.ts'
import { renderCoalescedMessage } from '../../contract/coalesced-message.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { goalsUrlOf, formatName } from './format-chat-message.ts'
import type { ChatEvent } from './format-chat-message.ts'

/** Stands for the text around a name in this message; `toSafeName` compares names with it. */
const template = 'Thank you {user}, {user} and {user}! {goal URL}'

/**
 * Formats one message for tips in one currency that are all toward the same goal, or all general, from their public projections
 * and with safe names. With `isNamed: false` it names nobody, for a chat that refused the names.
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
    users: isNamed ? events.map((event) => formatName(event, platform, template)) : [],
    url: goal ? `${goals}/${goal.goaluuid}` : goals,
  }
  return renderCoalescedMessage(values, chatLimits[platform])
}
