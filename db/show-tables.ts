/** Kysely types of the tables of show events. */
import type { Generated } from 'kysely'
import type { Platform } from '../contract/chat/platforms.ts'
import type { ShowKind, ShowSource, ShowTier } from '../contract/show/show-event.ts'
import type { EventsEndReason } from '../contract/chat/platform-events-calls.ts'
import type { Time } from './column-types.ts'

export interface ShowTables {
  /** What a viewer gave or did that is not a tip. */
  showEvent: {
    id: string
    creatorUid: string
    source: ShowSource
    /** The API token of the tool that sent it, and its name at that time. */
    tokenId: string | null
    tokenName: string | null
    /** The source's own id of the event. */
    sourceId: string
    kind: ShowKind
    name: string | null
    title: string | null
    message: string | null
    /** How many of the unit; never an amount of money. */
    quantity: number | null
    unit: string | null
    tier: ShowTier | null
    /** How many events of a burst the row is, and the names of the next few. */
    eventCount: Generated<number>
    moreNames: Generated<string[]>
    /** False where the platform announces a subscription a second time. */
    isCounted: Generated<boolean>
    hold: Generated<'held' | 'released' | 'dismissed' | null>
    createdAt: Time
  }
  /** What a creator wants of the events of a kind. */
  showSetting: {
    creatorUid: string
    kind: ShowKind
    isOn: boolean
    minQuantity: number
    isMuted: boolean
    titles: Generated<string[]>
  }
  /** Who receives a platform's events for a creator, and until when they have arrived. */
  eventReceiver: {
    uid: string
    platform: Platform
    endReason: Generated<EventsEndReason | null>
    endedAt: Generated<Date | null>
    holder: Generated<string | null>
    heldUntil: Generated<Date | null>
    isReceiving: Generated<boolean>
    receivedUntil: Generated<Date | null>
    lostFrom: Generated<Date | null>
    lostUntil: Generated<Date | null>
  }
}
