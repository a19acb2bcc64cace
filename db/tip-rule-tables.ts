/** Kysely types of the tables of tip rules. */
import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

export interface TipRuleTables {
  tipRule: {
    creatorUid: string
    minimumMinor: number
    holdFromMinor: number | null
    /** Which tips of anybody wait for a review: all, first ones, those with a message, those from an amount on. */
    holdsAll: Generated<boolean>
    holdsFirst: Generated<boolean>
    holdsMessages: Generated<boolean>
    holdsFromMinor: Generated<number | null>
  }
  blockedSupporter: {
    id: Generated<string>
    creatorUid: string
    name: string
    supporterUid: string | null
    nameKey: string | null
    addressHash: string | null
    tipId: string | null
    createdAt: Time
  }
}
