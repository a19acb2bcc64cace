/** Types of columns: some read as one type and are written as another. */
import type { ColumnType } from 'kysely'

/** A time; left out, it is the column's default. */
export type Time = ColumnType<Date, Date | string | undefined, Date | string>
/** A time that has come or has not. */
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A time that must be said. */
export type SetTime = ColumnType<Date, Date, Date>

export type Provider = 'paypal' | 'stripe'
/** Whether money of a provider is money. */
export type Mode = 'test' | 'live'
