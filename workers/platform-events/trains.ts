/** Knows how far Hype Trains have come, so that each of their levels is stored once. Twitch tells of a train with every contribution. */
import type { SentShowEvent } from '../../contract/show/show-event.ts'

export interface Trains {
  /**
   * Returns whether an event is of a train that has reached its level before. Twitch's messages come in no certain order, so a lower level may come after
   * a higher one. What a process before has stored is known by the event's id.
   */
  isPassed(creatorUid: string, sent: SentShowEvent): boolean
}

export function openTrains(): Trains {
  /** The latest train of each creator. */
  const latest = new Map<string, { train: string; level: number }>()
  return {
    isPassed(creatorUid, sent) {
      if (sent.kind !== 'train') return false
      const train = trainOf(sent.id ?? '')
      const known = latest.get(creatorUid)
      if (known?.train === train && known.level >= sent.quantity) return true
      latest.set(creatorUid, { train, level: sent.quantity })
      return false
    },
  }
}

/** The id of an event is its train's, with the level behind a colon. */
const trainOf = (id: string): string => id.slice(0, id.lastIndexOf(':'))
