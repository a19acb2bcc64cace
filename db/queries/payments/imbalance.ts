/** The types that checks of the ledger use. */
import type { RawBuilder } from 'kysely'

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
    // Sums that a trigger stores: a movement's amounts, the balance after a movement, a year's and a month's sums.
    | 'kept movement'
    | 'kept balance'
    | 'kept year'
    | 'kept month'
  id: string
  currency: string
  offMinor: number
}

/** A range of ledger entries by their ids: those greater than `after`, up to and including `upTo`. */
export interface EntryRange {
  after: number
  upTo: number
}

/** Returns the condition that a column with a tip's id names one of the tips to check. */
export type TipFilter = (id: RawBuilder<unknown>) => RawBuilder<unknown>
