/** Kysely types of the tables that reconciliation uses to compare the ledger with the providers. */
import type { ColumnType } from 'kysely'
import type { ComparedKind } from '../contract/payments/statement-calls.ts'
import type { MaybeTime, Mode, Provider, SetTime, Time } from './column-types.ts'

/** A payment's sums of one kind of movement, if they differ between the provider and the ledger. */
export interface Difference {
  kind: ComparedKind
  currency: string
  /** The day (UTC) of the provider's first transaction in this sum, or, if there is none, of the first ledger entry. */
  day: string
  /** The change of the creator's balance in minor units: at the provider, and in the ledger. */
  providerMinor: number
  ledgerMinor: number
  /** The provider's ids of the transactions in its sum. */
  transactionIds: string[]
}

/** The columns that identify an account at a provider. */
interface OfAccount {
  provider: Provider
  mode: Mode
  payeeId: string
}

export interface ReconciliationTables {
  reconciledAccount: OfAccount & {
    completeTo: SetTime
    movedAt: Time
    dueAt: Time
    access: AccountAccess | null
  }
  reconciledLedger: {
    isOnly: ColumnType<boolean, never, never>
    listedId: number
    seenId: number
    seenAt: Time
  }
  providerTransaction: OfAccount & {
    transactionId: string
    sourceId: string
    captureId: string
    kind: Difference['kind']
    settledMinor: number
    settledCurrency: string
    netMinor: number
    currency: string
    /** The part of `netMinor` that is a fee and that no report of the dispute contains; negative if it was returned. */
    disputeFeeMinor: number
    createdAt: SetTime
    availableAt: SetTime
    payoutId: string | null
  }
  paymentComparison: OfAccount & {
    captureId: string
    markedOrder: string | null
    listedAt: Time
    foundAt: MaybeTime
    differences: ColumnType<Difference[] | null, string | null, string | null>
  }
  payout: OfAccount & {
    payoutId: string
    amountMinor: number
    currency: string
    status: PayoutStatus
    createdAt: SetTime
    arrivesAt: SetTime
    isItemized: boolean
  }
}

/**
 * `listed`: the provider lists the account's transactions, so sums are compared. `unlisted`: the account does not let us list its
 * transactions. `lost`: we have lost access to the account.
 */
export type AccountAccess = 'listed' | 'unlisted' | 'lost'

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
