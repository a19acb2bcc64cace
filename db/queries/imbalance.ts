/** What the checks of the ledger report. */

/** What is kept and wrong: a movement's amounts, a balance after a movement, or a year's sums. */
type KeptSum = 'kept movement' | 'kept balance' | 'kept year'

/** One imbalance: its kind, the id of what does not balance, and the difference in minor units. */
export interface Imbalance {
  what: 'movement' | 'tip' | 'creator' | 'provider' | 'total' | 'tip money' | 'tip entries' | 'goal' | KeptSum
  id: string
  currency: string
  offMinor: number
}
