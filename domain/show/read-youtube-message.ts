/** Reads what a live chat on YouTube shows of gifts and members: https://developers.google.com/youtube/v3/live/docs/liveChatMessages */
import { z } from 'zod'
import { shorten } from '../../contract/chat/chat-text.ts'
import { sentShowEvent, showTextLimits } from '../../contract/show/show-event.ts'
import type { SentShowEvent } from '../../contract/show/show-event.ts'
import { moneyOf } from './money-of.ts'
import { nameOf } from './name-of.ts'

const text = z.string().max(10_000)
/** The API writes 64-bit numbers as texts. */
const micros = z.union([z.string().regex(/^\d{1,18}$/), z.number().int().nonnegative()]).transform(Number)
const amount = { amountMicros: micros, currency: text }

const message = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  snippet: z.object({ type: text, publishedAt: z.iso.datetime({ offset: true }) }).loose(),
  authorDetails: z.object({ displayName: text }).optional(),
})

const details = {
  superChatEvent: z.object({ superChatDetails: z.object({ ...amount, userComment: text.optional() }) }),
  superStickerEvent: z.object({ superStickerDetails: z.object(amount) }),
  memberMilestoneChatEvent: z.object({
    memberMilestoneChatDetails: z.object({ memberMonth: z.number().int(), userComment: text.optional() }),
  }),
  membershipGiftingEvent: z.object({
    membershipGiftingDetails: z.object({ giftMembershipsCount: z.number().int() }),
  }),
  messageDeletedEvent: z.object({ messageDeletedDetails: z.object({ deletedMessageId: text }) }),
  messageRetractedEvent: z.object({ messageRetractedDetails: z.object({ retractedMessageId: text }) }),
}

/** What a message means: an event, or the id of an earlier message that is taken back; neither for an ordinary one. */
export interface YoutubeMessage {
  publishedAt: Date
  sent?: SentShowEvent
  takenBack?: string
}

/**
 * Returns what a message of a live chat means. The memberships that one person gives are announced once, by the giver's message, so those who receive
 * them are not shown. Throws if the message is not as YouTube documents it.
 */
export function readYoutubeMessage(item: unknown): YoutubeMessage {
  const { id, snippet, authorDetails } = message.parse(item)
  const name = nameOf(authorDetails?.displayName)
  const publishedAt = new Date(snippet.publishedAt)
  const takenBack = toTakenBack(snippet)
  if (takenBack !== undefined) return { publishedAt, takenBack }
  const event = toEvent(snippet)
  return { publishedAt, ...(event && { sent: sentShowEvent.parse({ id, name, ...event }) }) }
}

type Snippet = z.output<typeof message>['snippet']

function toTakenBack(snippet: Snippet): string | undefined {
  switch (snippet.type) {
    case 'messageDeletedEvent':
      return details.messageDeletedEvent.parse(snippet).messageDeletedDetails.deletedMessageId
    case 'messageRetractedEvent':
      return details.messageRetractedEvent.parse(snippet).messageRetractedDetails.retractedMessageId
    default:
      return undefined
  }
}

function toEvent(snippet: Snippet): object | undefined {
  switch (snippet.type) {
    case 'superChatEvent': {
      const { userComment, ...paid } = details.superChatEvent.parse(snippet).superChatDetails
      return { kind: 'superchat', ...toMoney(paid), message: toMessage(userComment) }
    }
    case 'superStickerEvent':
      return { kind: 'superchat', ...toMoney(details.superStickerEvent.parse(snippet).superStickerDetails) }
    case 'newSponsorEvent':
      return { kind: 'subscription' }
    case 'memberMilestoneChatEvent': {
      const { memberMonth, userComment } =
        details.memberMilestoneChatEvent.parse(snippet).memberMilestoneChatDetails
      return { kind: 'subscription', quantity: memberMonth, message: toMessage(userComment) }
    }
    case 'membershipGiftingEvent': {
      const { giftMembershipsCount } = details.membershipGiftingEvent.parse(snippet).membershipGiftingDetails
      return { kind: 'gift', quantity: giftMembershipsCount }
    }
    default:
      return undefined
  }
}

interface Paid {
  amountMicros: number
  currency: string
}

const toMoney = ({ amountMicros, currency }: Paid) => moneyOf(amountMicros / 1_000_000, currency)
const toMessage = (given = '') => shorten(given, showTextLimits.message)
