import type { Difference } from '../../../db/reconciliation-tables.ts'
import type { Provider } from '../../../db/schema.ts'

/** The findings of one reconciliation. */
export interface ReconciliationReport {
  /**
   * The time (ISO 8601) up to which the sums of every account that lets us compare them are compared; null if none does, and while the
   * run continues.
   */
  completeUpTo: string | null
  /** The number of compared accounts, and of compared payments on them. */
  accounts: number
  payments: number
  /** The numbers of open orders, recorded tips and open disputes that were looked up. */
  orders: number
  tips: number
  disputes: number
  /** Accounts whose sums cannot be compared. `lost`: we have lost access to the account. */
  notCompared: { provider: Provider; payeeId: string; access: 'unlisted' | 'lost'; reason: string }[]
  /** The ids of orders, refunds and disputes that this run has recorded. */
  repaired: { tips: string[]; refunds: string[]; disputes: string[] }
  /**
   * The days (UTC) on which an account's balance changed by different sums at the provider and in the ledger. The sums include only
   * compared payments.
   */
  sums: DaySum[]
  /** The payments that make these sums differ. A person has to look at them, and every run compares them until they agree. */
  differences: ReportedDifference[]
  /** Tips that their provider does not have, or has with another capture. A person has to look at them. */
  missingAtProvider: { tipId: string; captureId: string; provider: Provider; reason: string }[]
  /**
   * Payments whose metadata names one of our orders, but which match no tip. They are not recorded, and a person has to look at
   * them.
   */
  unmatchedPayments: { provider: Provider; payeeId: string; captureId: string; reason: string }[]
  /** Orders, tips, disputes and accounts for which the look-up failed in this run. */
  unanswered: { id: string; reason: string }[]
}

export interface DaySum {
  provider: Provider
  payeeId: string
  day: string
  currency: string
  providerMinor: number
  ledgerMinor: number
}

export interface ReportedDifference extends Difference {
  provider: Provider
  payeeId: string
  captureId: string
  tipId: string
}

export function emptyReport(): ReconciliationReport {
  return {
    completeUpTo: null,
    accounts: 0,
    payments: 0,
    orders: 0,
    tips: 0,
    disputes: 0,
    notCompared: [],
    repaired: { tips: [], refunds: [], disputes: [] },
    sums: [],
    differences: [],
    missingAtProvider: [],
    unmatchedPayments: [],
    unanswered: [],
  }
}
