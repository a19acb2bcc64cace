/** The line that an event puts into its creator's chat. */
import { chatLimits, chatTemplates, renderChatMessage } from '../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../contract/chat-message.ts'
import { chatAddress } from '../../contract/chat-template.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { FullTip } from '../../contract/tip.ts'
import type { ChatWording } from '../../db/queries/chat-templates.ts'
import { toSafeName } from '../moderation/safe-name.ts'

export interface ChatStory {
  kind: 'tip' | 'goalFunded'
  tip: FullTip & { currency: PayoutCurrency }
  goal: { goaluuid: string; title: string } | null
  creator: { userName: string; displayName: string }
  /** The creator's own words for that chat. */
  wording: ChatWording
  /** Where the site stands. */
  publicUrl: string
}

/** Renders the line for one platform, from the public projection alone, in the creator's own words, the fan's name made safe. */
export function toChatLine(story: ChatStory, platform: ChatPlatform): string {
  const { amount, currency } = toPublicTip(story.tip)
  const kind = messageKind(story)
  const template = story.wording.templates[kind] ?? chatTemplates[kind]
  const values = {
    user: sayName(story, platform, template),
    amountMinor: amount,
    currency,
    goal: story.goal?.title ?? '',
    url: chatAddress(kind, goalsUrlOf(story), story.goal?.goaluuid),
  }
  return renderChatMessage(template, values, chatLimits[platform])
}

/** The fan's name as it may be said in that chat; empty when nothing of it may. */
export function sayName(story: ChatStory, platform: ChatPlatform, template: string): string {
  const { tip, creator, wording } = story
  const ownNames = [creator.userName, creator.displayName]
  return toSafeName(toPublicTip(tip).name, {
    platform,
    blockedWords: wording.blockedWords,
    ownNames,
    template,
  })
}

/** The address of the creator's goals. */
export function goalsUrlOf({ publicUrl, creator }: ChatStory): string {
  return `${publicUrl}/${creator.userName}/current-goals`
}

function messageKind({ kind, goal }: ChatStory): ChatMessageKind {
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}
