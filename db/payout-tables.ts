/** Kysely types of the tables of payout accounts. */
import type { Generated } from 'kysely'
import type { Provider, Time } from './column-types.ts'

export interface PayoutTables {
  payoutAccount: {
    uid: string
    provider: Provider
    payeeId: string
    email: string | null
    isReady: Generated<boolean>
    /** The provider accepts no payments for the account until something is fixed there. */
    isRestricted: Generated<boolean>
    createdAt: Time
  }
  payoutOnboarding: {
    uid: string
    provider: Provider
    reference: string
    createdAt: Time
  }
}
