/** The message that announces one event in its creator's chat. */
import { chatLimits, chatTemplates, renderChatMessage } from '../../contract/chat-message.ts'
import type { ChatMessageKind } from '../../contract/chat-message.ts'
import { chatAddress } from '../../contract/chat-template.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { toPublicTip } from '../../contract/tip.ts'
import type { FullTip } from '../../contract/tip.ts'
import type { ChatWording } from '../../db/queries/chat-templates.ts'
import { toSafeName } from '../moderation/safe-name.ts'

export interface ChatEvent {
  kind: 'tip' | 'goalFunded'
  tip: FullTip
  goal: { goaluuid: string; title: string } | null
  creator: { userName: string; displayName: string }
  /** The creator's templates and blocked words for the chat to which the message goes. */
  wording: ChatWording
  /** The site's base address. */
  publicUrl: string
}

/**
 * Formats the message for one platform from the tip's public projection, with the creator's template and the supporter's
 * name made safe.
 */
export function formatChatMessage(event: ChatEvent, platform: ChatPlatform): string {
  const { amount, currency } = toPublicTip(event.tip)
  const kind = messageKind(event)
  const template = event.wording.templates[kind] ?? chatTemplates[kind]
  const values = {
    user: formatName(event, platform, template),
    amountMinor: amount,
    currency,
    goal: event.goal?.title ?? '',
    url: chatAddress(kind, goalsUrlOf(event), event.goal?.goaluuid),
  }
  return renderChatMessage(template, values, chatLimits[platform])
}

/** Returns the supporter's name, made safe for this chat; empty when nothing printable remains. */
export function formatName(event: ChatEvent, platform: ChatPlatform, template: string): string {
  const { tip, creator, wording } = event
  const ownNames = [creator.userName, creator.displayName]
  return toSafeName(toPublicTip(tip).name, {
    platform,
    blockedWords: wording.blockedWords,
    action: wording.censorAction,
    ownNames,
    template,
  })
}

/** Returns the address of the creator's page of goals. */
export function goalsUrlOf({ publicUrl, creator }: ChatEvent): string {
  return `${publicUrl}/${creator.userName}/current-goals`
}

function messageKind({ kind, goal }: ChatEvent): ChatMessageKind {
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}
