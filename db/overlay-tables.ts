/** Kysely types of the tables of overlays. */
import type { Generated } from 'kysely'
import type { MissedAlerts } from '../contract/overlay-calls.ts'

export interface OverlayTables {
  overlaySetting: {
    creatorUid: string
    keyHash: Buffer
    keySealed: string
    isKeyRequired: Generated<boolean>
    missedAlerts: Generated<MissedAlerts>
  }
}
