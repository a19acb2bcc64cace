/** Kysely types of the tables of payout accounts. */
import type { Generated } from 'kysely'
import type { Provider, Time } from './column-types.ts'

/** The state of a creator's payout account at its provider. */
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
  /** The payout account that does not receive tips yet, because it was connected recently. Times are in ISO 8601. */
  waiting: (PayoutAccountState & { createdAt: string; takesFrom: string }) | null
}

export interface PayoutTables {
  payoutAccount: {
    uid: string
    provider: Provider
    payeeId: string
    email: string | null
    isReady: Generated<boolean>
    /** The provider accepts no payments for the account until the creator has corrected something at the provider. */
    isRestricted: Generated<boolean>
    /** The domain where the provider offers wallets (Apple Pay, Google Pay) for the account. */
    walletDomain: Generated<string | null>
    /** When we last requested the provider to register a domain for the account. */
    walletTriedAt: Generated<Date | null>
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
