/** Kysely types of the tables of tip rules. */
import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

export interface TipRuleTables {
  tipRule: {
    creatorUid: string
    minimumMinor: number
    holdFromMinor: number | null
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
