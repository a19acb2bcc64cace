/**
 * Chooses the next chat and message when more messages are due than may be sent. Funded goals come first, and no creator crowds out
 * the others.
 */
import type { PendingKind, PendingMessage } from '../../db/queries/chat/pending-messages.ts'

/** The messages that are due in one creator's chat, the most important one first. */
export interface PendingChat {
  creatorUid: string
  messages: readonly PendingMessage[]
}

const weights: Record<PendingKind, number> = { goalFunded: 1, goalTip: 2, generalTip: 3, test: 4 }

/** Groups messages by creator; each creator's messages keep their order. */
export function groupByCreator(messages: readonly PendingMessage[]): PendingChat[] {
  const chats = new Map<string, PendingMessage[]>()
  for (const message of messages) {
    const own = chats.get(message.creatorUid)
    if (own) own.push(message)
    else chats.set(message.creatorUid, [message])
  }
  return [...chats].map(([creatorUid, own]) => ({ creatorUid, messages: own }))
}

/** Returns whether a chat's next message announces a funded goal. */
export function isUrgent({ messages }: PendingChat): boolean {
  return messages[0]?.kind === 'goalFunded'
}

/**
 * Chooses the next of the chats that are not waiting: funded goals first, then the chat whose last message is the oldest, and among
 * equals goal tips before general ones. `lastSentAt` maps each chat to a number that grows with every message sent; a chat without
 * a number has had no message.
 */
export function chooseChat(
  chats: readonly PendingChat[],
  lastSentAt: ReadonlyMap<string, number>,
): PendingChat | undefined {
  const rank = (chat: PendingChat): number[] => [
    isUrgent(chat) ? 0 : 1,
    lastSentAt.get(chat.creatorUid) ?? 0,
    weights[chat.messages[0]!.kind],
  ]
  return chats.reduce<PendingChat | undefined>(
    (best, chat) => (best === undefined || isLess(rank(chat), rank(best)) ? chat : best),
    undefined,
  )
}

/**
 * Chooses the events of a chat's next message. If all due messages fit into `share`, the chat's share of the rate limit, the next
 * message announces only the oldest event. Otherwise it announces the most important event, together with all tips toward the same
 * goal. A funded goal always has its own message.
 */
export function chooseEvents(messages: readonly PendingMessage[], share: number): PendingMessage[] {
  const [first] = messages
  if (!first) return []
  if (messages.length <= share)
    return [messages.reduce((one, other) => (other.place < one.place ? other : one))]
  if (first.kind === 'goalFunded') return [first]
  return messages.filter(
    ({ kind, goalId, currency }) =>
      kind === first.kind && goalId === first.goalId && currency === first.currency,
  )
}

/**
 * Returns the messages that may be sent while messages are scarce: funded goals, test lines, and the tips toward a goal, or the general
 * ones, if one of them is worth at least `fromMinor`. The smaller ones are announced together with it.
 */
export function keepWorthy(messages: readonly PendingMessage[], fromMinor: number): PendingMessage[] {
  const groupOf = ({ kind, goalId, currency }: PendingMessage) => `${kind} ${goalId} ${currency}`
  const isWorthy = ({ kind, worthMinor }: PendingMessage) =>
    kind === 'goalFunded' || worthMinor === null || worthMinor >= fromMinor
  const worthy = new Set(messages.filter(isWorthy).map(groupOf))
  return messages.filter((message) => worthy.has(groupOf(message)))
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && a[at]! < b[at]!
}
