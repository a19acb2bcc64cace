/**
 * Chooses the next chat and message when more are due than may be sent: funded goals first, and no creator crowds out the
 * others.
 */
import type { PendingKind, PendingMessage } from '../../db/queries/pending-messages.ts'

/** The messages that are due in one creator's chat, the most important first. */
export interface OwedChat {
  creatorUid: string
  lines: readonly PendingMessage[]
}

const weights: Record<PendingKind, number> = { goalFunded: 1, goalTip: 2, generalTip: 3 }

/** Groups messages by creator and keeps their order. */
export function groupByCreator(lines: readonly PendingMessage[]): OwedChat[] {
  const chats = new Map<string, PendingMessage[]>()
  for (const line of lines) {
    const own = chats.get(line.creatorUid)
    if (own) own.push(line)
    else chats.set(line.creatorUid, [line])
  }
  return [...chats].map(([creatorUid, own]) => ({ creatorUid, lines: own }))
}

/** Whether a chat's next message announces a funded goal. */
export function isUrgent({ lines }: OwedChat): boolean {
  return lines[0]?.kind === 'goalFunded'
}

/**
 * Chooses the next of the chats that are not waiting: funded goals first, then the chat whose last message is the longest
 * ago, and among equals goal tips before general ones. `lastSentAt` holds a running number; a chat without one has had no
 * message.
 */
export function chooseChat(
  chats: readonly OwedChat[],
  toldAt: ReadonlyMap<string, number>,
): OwedChat | undefined {
  const rank = (chat: OwedChat): number[] => [
    isUrgent(chat) ? 0 : 1,
    toldAt.get(chat.creatorUid) ?? 0,
    weights[chat.lines[0]!.kind],
  ]
  return chats.reduce<OwedChat | undefined>(
    (best, chat) => (best === undefined || isLess(rank(chat), rank(best)) ? chat : best),
    undefined,
  )
}

/**
 * Chooses the events of a chat's next message. If all messages fit into the chat's share of the limit, it is the oldest
 * event alone. Otherwise it is the most important one, together with all tips toward the same goal. A funded goal always has
 * its own message.
 */
export function chooseEvents(lines: readonly PendingMessage[], share: number): PendingMessage[] {
  const [first] = lines
  if (!first) return []
  if (lines.length <= share) return [lines.reduce((one, other) => (other.place < one.place ? other : one))]
  if (first.kind === 'goalFunded') return [first]
  return lines.filter(
    ({ kind, goaluuid, currency }) =>
      kind === first.kind && goaluuid === first.goaluuid && currency === first.currency,
  )
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i])
  return at >= 0 && a[at]! < b[at]!
}
