/** The message that announces one event in its creator's chat. */
import { chatLimits, chatTemplates, renderChatMessage } from '../../contract/chat/chat-message.ts'
import type { ChatMessageKind, ChatValues } from '../../contract/chat/chat-message.ts'
import { chatAddress, findAmountTemplate } from '../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Currency } from '../../contract/money/money.ts'
import { shortGoalAddress } from '../../contract/goals/short-address.ts'
import { countedAmount, toPublicTip } from '../../contract/payments/tip.ts'
import type { FullTip } from '../../contract/payments/tip.ts'
import type { ChatWording } from '../../db/queries/chat/chat-templates.ts'
import { chatServices } from './platforms/platforms.ts'
import { toSafeMessage } from '../moderation/safe-message.ts'
import { toSafeName } from '../moderation/safe-name.ts'

export interface ChatEvent {
  kind: 'tip' | 'goalFunded'
  tip: FullTip
  /** The goal, its target and what it had received with the tip, in minor units of the creator's currency. */
  goal: { goalId: string; title: string; amountMinor?: number; receivedMinor?: number } | null
  /** The creator's currency; undefined if no template needs it. */
  goalCurrency?: Currency | undefined
  creator: { userName: string; displayName: string }
  /** The creator's templates and blocked words for the chat to which the message goes. */
  wording: ChatWording
  /** The login of our bot, which no supporter may appear to be. */
  botName?: string | undefined
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
  const template = chooseTemplate(event, kind)
  const values = {
    user: formatName(event, template),
    message: formatTipMessage(event),
    amountMinor: amount,
    currency,
    goal: event.goal?.title ?? '',
    url: chatAddress(kind, goalsUrlOf(event), event.goal?.goalId),
    shortUrl: shortUrlOf(event),
    progress: progressOf(event),
  }
  return renderChatMessage(template, values, chatLimits[platform], chatServices[platform].escape)
}

/** Returns the template for a tip's worth: the one for larger tips that it reaches, the creator's own, or the specification's. */
function chooseTemplate({ tip, wording }: ChatEvent, kind: ChatMessageKind): string {
  const forWorth = findAmountTemplate(wording.amountTemplates, kind, countedAmount(tip).amountMinor)
  return forWorth ?? wording.templates[kind] ?? chatTemplates[kind]
}

/** Returns the tip's public message, made safe for a chat; empty when the creator does not let the chat show messages. */
function formatTipMessage({ tip, wording }: ChatEvent): string {
  if (!wording.showsMessage) return ''
  const { blockedWords, censorAction: action } = wording
  return toSafeMessage(toPublicTip(tip).message, { blockedWords, action })
}

/** Returns the supporter's name, made safe for a chat; empty when nothing printable remains. */
export function formatName(event: ChatEvent, template: string): string {
  const { tip, creator, wording, botName } = event
  const ownNames = [creator.userName, creator.displayName, ...(botName === undefined ? [] : [botName])]
  return toSafeName(toPublicTip(tip).name, {
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

/** Returns the short address of a goal's page; undefined without a goal. */
export function shortUrlOf({ publicUrl, goal }: ChatEvent): string | undefined {
  return goal ? shortGoalAddress(publicUrl, goal.goalId) : undefined
}

function progressOf({ goal, goalCurrency }: ChatEvent): ChatValues['progress'] {
  if (goal?.amountMinor === undefined || goal.receivedMinor === undefined || !goalCurrency) return undefined
  return { receivedMinor: goal.receivedMinor, targetMinor: goal.amountMinor, currency: goalCurrency }
}

function messageKind({ kind, goal }: ChatEvent): ChatMessageKind {
  if (kind === 'goalFunded') return 'goalFunded'
  return goal ? 'goalTip' : 'generalTip'
}
