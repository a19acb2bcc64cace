/** Kysely types of the tables of overlays. */
import type { ColumnType, Generated } from 'kysely'
import type { MissedAlerts } from '../contract/overlay-calls.ts'

export interface OverlayTables {
  activeOverlay: {
    creatorUid: string
    overlayId: string
    rank: number
    expiresAt: ColumnType<Date, Date, Date>
  }
  overlaySetting: {
    creatorUid: string
    keyHash: Buffer
    keySealed: string
    isKeyRequired: Generated<boolean>
    missedAlerts: Generated<MissedAlerts>
  }
}
