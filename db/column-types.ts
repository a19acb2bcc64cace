/** Types of columns whose read and write types differ. */
import type { PayoutProvider } from '../contract/providers.ts'
import type { ColumnType } from 'kysely'

/** A time whose column has a default. */
export type Time = ColumnType<Date, Date | string | undefined, Date | string>
/** A nullable time. */
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A time without a default. */
export type SetTime = ColumnType<Date, Date, Date>

export type Provider = PayoutProvider
/** Whether a provider's money is test or live money. */
export type Mode = 'test' | 'live'
