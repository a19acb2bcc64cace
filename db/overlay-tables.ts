/** Kysely types of the tables of overlays. */
import type { Generated } from 'kysely'

export interface OverlayTables {
  overlaySetting: {
    creatorUid: string
    keyHash: Buffer
    keySealed: string
    isKeyRequired: Generated<boolean>
  }
}
