/** What a check of the ledger reads and finds. */

/** One imbalance: its kind, the id of what does not balance, and the difference in minor units. */
export interface Imbalance {
  what:
    | 'movement'
    | 'tip'
    | 'creator'
    | 'provider'
    | 'total'
    | 'tip money'
    | 'tip entries'
    | 'goal'
    // Sums that a trigger keeps: a movement's amounts, the balance after a movement, a year's sums.
    | 'kept movement'
    | 'kept balance'
    | 'kept year'
  id: string
  currency: string
  offMinor: number
}

/** A range of entries by their ids. */
export interface EntryRange {
  after: number
  upTo: number
}
