/** Kysely types of the tables of payout accounts. */
import type { Generated } from 'kysely'
import type { Provider, Time } from './column-types.ts'

/** The state of a payout account that a creator has connected. */
export interface PayoutAccountState {
  payeeId: string
  email: string | null
  isReady: boolean
  isRestricted: boolean
}

/** The payout accounts that a creator had connected at a provider before a change that can be undone. */
export interface PayoutSnapshot {
  provider: Provider
  account: PayoutAccountState | null
  /** The account that receives no tips yet, because it was connected recently. Times are ISO. */
  waiting: (PayoutAccountState & { createdAt: string; takesFrom: string }) | null
}

export interface PayoutTables {
  payoutAccount: {
    uid: string
    provider: Provider
    payeeId: string
    email: string | null
    isReady: Generated<boolean>
    /** The provider accepts no payments for the account until the creator fixes something there. */
    isRestricted: Generated<boolean>
    createdAt: Time
  }
  /** Payout accounts that receive no tips yet, because they were connected recently. */
  waitingPayoutAccount: {
    uid: string
    provider: Provider
    payeeId: string
    email: string | null
    isReady: Generated<boolean>
    isRestricted: Generated<boolean>
    createdAt: Time
    takesFrom: Time
  }
  payoutOnboarding: {
    uid: string
    provider: Provider
    reference: string
    createdAt: Time
  }
}
