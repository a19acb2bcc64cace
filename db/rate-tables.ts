/** Kysely types of the table of published exchange rates. */
import type { ColumnType } from 'kysely'
import type { Currency } from '../contract/money/money.ts'
import type { Time } from './column-types.ts'

export interface RateTables {
  referenceRate: {
    currency: Currency
    /** How much of it is paid for one euro. */
    perEuro: number
    /** The day (UTC) of the rate. */
    publishedOn: ColumnType<string, string, string>
    readAt: Time
  }
  publishedRate: {
    publishedOn: string
    currency: string
    perEuro: number
  }
}
