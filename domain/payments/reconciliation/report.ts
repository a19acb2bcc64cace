/** What a reconciliation found. */
import type { Provider } from '../../../db/schema.ts'

export interface ReconciliationReport {
  /** Everything up to this moment (ISO 8601) was compared; null when something could not be looked up. */
  completeUpTo: string | null
  /** How many open orders, recorded tips and open disputes were looked up. */
  orders: number
  tips: number
  disputes: number
  /** What was recorded only now, by the ids of orders, refunds and disputes. */
  repaired: { tips: string[]; refunds: string[]; disputes: string[] }
  /** Tips that their provider does not have, or has with another capture: for a person to look at. */
  missingAtProvider: { tipId: string; captureId: string; provider: Provider; reason: string }[]
  /** Payments whose metadata names an order of ours, but which match no tip: not recorded, for a person to look at. */
  unmatchedPayments: { provider: Provider; payeeId: string; captureId: string; reason: string }[]
  /** What could not be looked up now. */
  unanswered: { id: string; reason: string }[]
}

export function emptyReport(): ReconciliationReport {
  return {
    completeUpTo: null,
    orders: 0,
    tips: 0,
    disputes: 0,
    repaired: { tips: [], refunds: [], disputes: [] },
    missingAtProvider: [],
    unmatchedPayments: [],
    unanswered: [],
  }
}
