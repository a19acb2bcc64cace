/** Who is told next and of what, where more is owed than may be said: funded goals first, and no creator silences the rest. */
import type { PendingKind, PendingMessage } from '../../db/queries/pending-messages.ts'

/** What one creator's chat is owed, what weighs most first. */
export interface OwedChat {
  creatorUid: string
  lines: readonly PendingMessage[]
}

const weights: Record<PendingKind, number> = { goalFunded: 1, goalTip: 2, generalTip: 3 }

/** The chats that are owed something, in the order of their lines. */
export function groupByCreator(lines: readonly PendingMessage[]): OwedChat[] {
  const chats = new Map<string, PendingMessage[]>()
  for (const line of lines) {
    const own = chats.get(line.creatorUid)
    if (own) own.push(line)
    else chats.set(line.creatorUid, [line])
  }
  return [...chats].map(([creatorUid, own]) => ({ creatorUid, lines: own }))
}

/** Whether the next line to a chat tells of a funded goal. */
export function isUrgent({ lines }: OwedChat): boolean {
  return lines[0]?.kind === 'goalFunded'
}

/**
 * Of the chats that may be told now, the one whose turn it is: funded goals go first, then whoever was told of something the
 * longest ago, and among equals goal tips go before general ones. `toldAt` counts turns; absent is never.
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
 * What the next line to a chat tells of: what happened first, or when more is owed than its share allows, what weighs most,
 * with all the tips that one line can stand for: those toward the same goal. A funded goal always has a line of its own.
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
