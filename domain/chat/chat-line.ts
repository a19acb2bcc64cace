/** The line that an event puts into its creator's chat. */
import { chatLimits, renderChatMessage } from '../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../contract/chat-message.ts'
import type { Platform } from '../../contract/entities.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { WholeTip } from '../../contract/tip.ts'
import { maskText } from './mask.ts'

export interface ChatStory {
  kind: 'tip' | 'goalFunded'
  tip: WholeTip & { currency: PayoutCurrency }
  goal: { goaluuid: string; title: string } | null
  /** The creator's public name, and where the site stands. */
  userName: string
  publicUrl: string
}

/** Renders the line for one platform, from the public projection alone, donor text masked. */
export function toChatLine(story: ChatStory, platform: Platform): string {
  const { name, amount, currency } = toPublicTip(story.tip)
  const goals = `${story.publicUrl}/${story.userName}/current-goals`
  const values = {
    user: maskText(name),
    amountMinor: amount,
    currency,
    goal: story.goal?.title ?? '',
    url: story.goal ? `${goals}/${story.goal.goaluuid}` : goals,
  }
  return renderChatMessage(messageKind(story), values, chatLimits[platform])
}

function messageKind({ kind, goal }: ChatStory): ChatMessageKind {
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}
