/** One platform's texts and rules as a creator edits them, before they are saved. */
import type * as z from 'zod/mini'
import type { getChatTemplates, saveChatTemplates } from '../../../../../contract/chat/chat-calls.ts'
import { chatMessageKinds, chatTemplates } from '../../../../../contract/chat/chat-message.ts'
import type { ChatMessageKind } from '../../../../../contract/chat/chat-message.ts'
import {
  findTemplateFault,
  maxAmountTemplates,
  shortChatAddress,
} from '../../../../../contract/chat/chat-template.ts'
import type { AmountTemplateKind } from '../../../../../contract/chat/chat-template.ts'
import type { ChatPlatform } from '../../../../../contract/chat/platforms.ts'
import { toUnits } from '../../../../../contract/money/minor-units.ts'
import { tipLimits } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { showText } from '../../../lib/calls/check-text.ts'
import {
  describeTipRange,
  findAmountFault,
  readAmountMinor,
  tipAmountRule,
  writeAmount,
} from '../../../lib/payments/typed-amount.ts'
import type { ChatOwner } from './chatbot-preview.tsx'

/** A text for tips from an amount on. The amount is what was typed, in whole units. */
export interface LargerTip {
  id: string
  kind: AmountTemplateKind
  from: string
  text: string
}

export interface ChatDraft {
  /** The text of each kind of message. */
  wording: Record<ChatMessageKind, string>
  largerTips: LargerTip[]
  /** The smallest announced tip as it was typed, in whole units. */
  minTip: string
  showsMessage: boolean
}

export const emptyDraft: ChatDraft = {
  wording: chatTemplates,
  largerTips: [],
  minTip: '0',
  showsMessage: false,
}

/** Returns the draft of what the server has. */
export function toDraft(
  saved: z.output<typeof getChatTemplates.response>,
  currency: PayoutCurrency | null,
): ChatDraft {
  const { minTip = 0, showsMessage = false, amountTemplates = [] } = saved
  return {
    wording: mapKinds((kind) => saved[kind] ?? chatTemplates[kind]),
    largerTips: amountTemplates.map(({ kind, from, text }) => {
      return { id: `${kind}-${from}`, kind, from: writeAmount(from, currency), text }
    }),
    minTip: writeAmount(minTip, currency),
    showsMessage,
  }
}

/** Returns what to save. A wording that equals the default is null, because the server stores only the creator's own. */
export function toBody(
  platform: ChatPlatform,
  { wording, largerTips, minTip, showsMessage }: ChatDraft,
  currency: PayoutCurrency | null,
): z.input<typeof saveChatTemplates.body> {
  const toMinor = (typed: string) => readAmountMinor(typed, currency) ?? Number.NaN // a faulty draft is not saved
  return {
    platform,
    ...mapKinds((kind) => (wording[kind].trim() === chatTemplates[kind] ? null : wording[kind])),
    minTip: toMinor(minTip),
    showsMessage,
    amountTemplates: largerTips.map(({ kind, from, text }) => ({ kind, from: toMinor(from), text })),
  }
}

/** The smallest amount that is suggested for a further text, in whole units. */
const firstSuggestion = 50

/** Returns a further text for tips of this kind, from twice the largest amount on; undefined when there are as many as allowed. */
export function suggestLargerTip(
  { wording, largerTips }: ChatDraft,
  kind: AmountTemplateKind,
  currency: PayoutCurrency | null,
): LargerTip | undefined {
  const amounts = largerTips
    .filter((tip) => tip.kind === kind)
    .map(({ from }) => toUnits(readAmountMinor(from, currency) ?? 0, currency ?? 'usd'))
  if (amounts.length >= maxAmountTemplates) return undefined
  const from = Math.min(Math.max(firstSuggestion, ...amounts.map((amount) => amount * 2)), tipLimits.maxUnits)
  return { id: crypto.randomUUID(), kind, from: String(from), text: wording[kind] }
}

/** What is wrong with a draft, by the name of the field; fields without a fault are absent. */
export type DraftFaults = Record<string, string>

/** Returns the names of a larger tip's fields. */
export function fieldsOf({ id }: LargerTip) {
  return { from: `from-${id}`, text: `text-${id}` }
}

export function findDraftFaults(draft: ChatDraft, platform: ChatPlatform, owner: ChatOwner): DraftFaults {
  const { wording, largerTips, showsMessage } = draft
  const ofText = (kind: ChatMessageKind, text: string) => {
    const fault = findTemplateFault(text, {
      kind,
      platform,
      showsMessage,
      url: shortChatAddress(kind, owner),
    })
    return fault && showText(fault)
  }
  const faults = [
    ...chatMessageKinds.map((kind) => [kind, ofText(kind, wording[kind])] as const),
    ...largerTips.flatMap((tip) => [
      [fieldsOf(tip).from, findFromFault(tip, largerTips, owner)] as const,
      [fieldsOf(tip).text, ofText(tip.kind, tip.text)] as const,
    ]),
    ['minTip', findTipFault(draft.minTip, 0, owner)] as const,
  ]
  return Object.fromEntries(faults.flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])))
}

function findFromFault(tip: LargerTip, all: readonly LargerTip[], owner: ChatOwner): string | undefined {
  const minorOf = ({ from }: LargerTip) => readAmountMinor(from, owner.currency)
  const isTwice = all.some(
    (other) => other.id !== tip.id && other.kind === tip.kind && minorOf(other) === minorOf(tip),
  )
  return (
    findTipFault(tip.from, tipLimits.minUnits, owner) ??
    (isTwice ? showText('invalid_template_amount') : undefined)
  )
}

function findTipFault(typed: string, minUnits: number, { currency }: ChatOwner): string | undefined {
  return findAmountFault(typed, tipAmountRule(currency, describeTipRange(currency, minUnits), minUnits))
}

function mapKinds<T>(map: (kind: ChatMessageKind) => T): Record<ChatMessageKind, T> {
  return { goalTip: map('goalTip'), goalFunded: map('goalFunded'), generalTip: map('generalTip') }
}
