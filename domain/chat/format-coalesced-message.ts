/** The message that announces several tips of one creator. */
import { chatLimits } from '../../contract/chat-message.ts'
import { renderCoalescedMessage } from '../../contract/coalesced-message.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { goalsUrlOf, sayName } from './format-chat-message.ts'
import type { ChatStory } from './format-chat-message.ts'

/** The words around a name in this message. */
const surroundings = 'Thank you {user}, {user} and {user}! {goal URL}'

/**
 * Formats one message for tips in one currency, all toward the same goal or all general, from their public projections and
 * with safe names. `isNamed: false` names nobody: for a chat that refused the names.
 */
export function toCoalescedLine(
  stories: readonly ChatStory[],
  platform: ChatPlatform,
  { isNamed }: { isNamed: boolean },
): string {
  const { goal, tip } = stories[0]!
  const goals = goalsUrlOf(stories[0]!)
  const values = {
    tips: stories.length,
    amountMinor: stories.reduce((sum, story) => sum + story.tip.amountMinor, 0),
    currency: tip.currency,
    goal: goal?.title ?? null,
    users: isNamed ? stories.map((story) => sayName(story, platform, surroundings)) : [],
    url: goal ? `${goals}/${goal.goaluuid}` : goals,
  }
  return renderCoalescedMessage(values, chatLimits[platform])
}
