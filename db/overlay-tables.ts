/** Kysely types of the tables of overlays and their alerts. */
import type { ColumnType, Generated } from 'kysely'
import type { MissedAlerts } from '../contract/alerts/overlay-calls.ts'
import type { AudioState, OverlayState } from '../contract/sockets.ts'
import type { MaybeTime, Time } from './column-types.ts'

export interface OverlayTables {
  alert: {
    id: Generated<string>
    creatorUid: string
    seq: number
    eventId: string
    isTest: boolean
    body: ColumnType<unknown, string, string>
    createdAt: Time
    /** When an overlay began to show the alert as the active overlay, and that overlay's id. */
    begunAt: MaybeTime
    /** When it was cut short: its overlay was hidden before it had drawn the alert for two seconds. */
    cutAt: MaybeTime
    /** When an overlay began to play it a second time. */
    againAt: MaybeTime
    begunBy: Generated<string | null>
    /** When two seconds of the alert had been visible, and how many milliseconds were visible in total. */
    shownAt: MaybeTime
    shownMs: Generated<number | null>
    /** When the alert was skipped. From then on overlays do not show it. */
    skippedAt: MaybeTime
    /** When it left the screen of the overlay that began it. */
    endedAt: MaybeTime
    /**
     * Whether a page without the creator's key or session has received it. That page may have shown it, but its reports do not count. Null
     * in older rows, where nobody knows.
     */
    isSentKeyless: Generated<boolean | null>
  }
  streamTotal: {
    creatorUid: string
    startedAt: Time
    beforeMinor: number
  }
  activeOverlay: {
    creatorUid: string
    overlayId: string
    rank: number
    expiresAt: ColumnType<Date, Date, Date>
  }
  overlayPresence: {
    creatorUid: string
    overlayId: string
    serverId: string
    isOpen: boolean
    seenAt: Time
    openedAt: Time
    state: OverlayState
    audio: AudioState
    obsVersion: Generated<string | null>
    build: Generated<string | null>
    lastShownAt: MaybeTime
  }
  overlaySetting: {
    creatorUid: string
    keyHash: Buffer
    keySealed: string
    isKeyRequired: Generated<boolean>
    missedAlerts: Generated<MissedAlerts>
  }
}
