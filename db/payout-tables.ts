/** Kysely types of the tables of payout accounts. */
import type { Generated } from 'kysely'
import type { Provider, Time } from './column-types.ts'

/** A connected account. */
export interface PayoutAccountState {
  payeeId: string
  email: string | null
  isReady: boolean
  isRestricted: boolean
}

/** What a creator had connected at a provider. */
export interface PayoutSnapshot {
  provider: Provider
  account: PayoutAccountState | null
  /** Times are ISO. */
  waiting: (PayoutAccountState & { createdAt: string; takesFrom: string }) | null
}

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
  /** Accounts that take no tips yet. */
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
