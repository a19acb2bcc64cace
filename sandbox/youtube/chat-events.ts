/**
 * What viewers do in a live chat beside writing: Super Chats, Super Stickers, memberships, and what moderators delete.
 * https://developers.google.com/youtube/v3/live/docs/liveChatMessages
 */
import { randomUUID } from 'node:crypto'
import type { ChatMessage, Chats } from './chats.ts'

export const chatEventKinds = [
  'superchat',
  'sticker',
  'member',
  'milestone',
  'gift',
  'delete',
  'retract',
] as const

/** What a viewer does, as a control call says it. */
export interface ChatEvent {
  kind: (typeof chatEventKinds)[number]
  /** The channel of the viewer. */
  author: string
  /** Hundredths of a unit, months or memberships. */
  count: number
  currency: string
  message: string
  /** The id of the message that is deleted or retracted. */
  of: string
}

/** Adds what a viewer does to a chat, and returns its message's id. A gift of several is followed by a message for each person who gets one. */
export function addChatEvent(chats: Chats, liveChatId: string, event: ChatEvent): { id: string } {
  const own = toMessage(liveChatId, event.author, toDetails(event))
  const received = event.kind === 'gift' ? Array.from({ length: event.count }, () => own) : []
  const messages = [
    own,
    ...received.map(({ id }) => toMessage(liveChatId, event.author, toReceived(id, event.author))),
  ]
  chats.messages[liveChatId] = [...(chats.messages[liveChatId] ?? []), ...messages]
  chats.save()
  return { id: own.id }
}

function toMessage(liveChatId: string, authorChannelId: string, details: Details): ChatMessage {
  const publishedAt = new Date().toISOString()
  return {
    id: `LCC.${randomUUID()}`,
    liveChatId,
    authorChannelId,
    publishedAt,
    text: '',
    isHeld: false,
    details,
  }
}

type Details = { type: string } & Record<string, unknown>
const level = 'Friend'

function toDetails({ kind, count, currency, message, of }: ChatEvent): Details {
  // 64-bit numbers are texts in JSON
  const paid = {
    amountMicros: String(count * 10_000),
    currency,
    amountDisplayString: `${currency} ${count / 100}`,
    tier: 2,
  }
  switch (kind) {
    case 'superchat':
      return { type: 'superChatEvent', superChatDetails: { ...paid, userComment: message } }
    case 'sticker': {
      const superStickerMetadata = { stickerId: 'hi_v2', altText: 'A pear waves', altTextLanguage: 'en' }
      return { type: 'superStickerEvent', superStickerDetails: { superStickerMetadata, ...paid } }
    }
    case 'member':
      return { type: 'newSponsorEvent', newSponsorDetails: { memberLevelName: level, isUpgrade: false } }
    case 'milestone': {
      const memberMilestoneChatDetails = { memberLevelName: level, memberMonth: count, userComment: message }
      return { type: 'memberMilestoneChatEvent', memberMilestoneChatDetails }
    }
    case 'gift': {
      const membershipGiftingDetails = { giftMembershipsCount: count, giftMembershipsLevelName: level }
      return { type: 'membershipGiftingEvent', membershipGiftingDetails }
    }
    case 'delete':
      return { type: 'messageDeletedEvent', messageDeletedDetails: { deletedMessageId: of } }
    case 'retract':
      return { type: 'messageRetractedEvent', messageRetractedDetails: { retractedMessageId: of } }
  }
}

function toReceived(associatedMembershipGiftingMessageId: string, gifterChannelId: string): Details {
  const giftMembershipReceivedDetails = {
    memberLevelName: level,
    gifterChannelId,
    associatedMembershipGiftingMessageId,
  }
  return { type: 'giftMembershipReceivedEvent', giftMembershipReceivedDetails }
}
