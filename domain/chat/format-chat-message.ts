/** The message that announces one event in its creator's chat. */
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
  /** The creator's templates and blocked words for that chat. */
  wording: ChatWording
  /** The site's base address. */
  publicUrl: string
}

/**
 * Formats the message for one platform from the tip's public projection, with the creator's template and the supporter's
 * name made safe.
 */
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

/** The supporter's name, made safe for that chat; empty when nothing printable remains. */
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

/** The address of the creator's page of goals. */
export function goalsUrlOf({ publicUrl, creator }: ChatStory): string {
  return `${publicUrl}/${creator.userName}/current-goals`
}

function messageKind({ kind, goal }: ChatStory): ChatMessageKind {
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}
