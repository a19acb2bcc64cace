/** What a reconciliation found. */
import type { Difference } from '../../../db/reconciliation-tables.ts'
import type { Provider } from '../../../db/schema.ts'

export interface ReconciliationReport {
  /** Every account that we have access to is compared up to this moment (ISO 8601); null while the run goes on. */
  completeUpTo: string | null
  /** How many accounts were compared, and how many of their payments. */
  accounts: number
  payments: number
  /** How many open orders, recorded tips and open disputes were looked up. */
  orders: number
  tips: number
  disputes: number
  /** Accounts whose sums cannot be compared; `lost`: the platform has no access to them any more. */
  notCompared: { provider: Provider; payeeId: string; access: 'unlisted' | 'lost'; reason: string }[]
  /** What was recorded only now, by the ids of orders, refunds and disputes. */
  repaired: { tips: string[]; refunds: string[]; disputes: string[] }
  /** Days (UTC) on which an account's balance changed by another sum at the provider than in the ledger, among the compared payments. */
  sums: DaySum[]
  /** The rows that make these sums differ: for a person to look at. They are compared again each time, until they do not differ. */
  differences: ReportedDifference[]
  /** Tips that their provider does not have, or has with another capture: for a person to look at. */
  missingAtProvider: { tipId: string; captureId: string; provider: Provider; reason: string }[]
  /** Payments whose metadata names an order of ours, but which match no tip: not recorded, for a person to look at. */
  unmatchedPayments: { provider: Provider; payeeId: string; captureId: string; reason: string }[]
  /** What could not be looked up now. */
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
