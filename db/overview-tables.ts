/** Kysely types of the tables behind creators' insights. */
import type { ColumnType } from 'kysely'

export interface OverviewTables {
  mailWindow: {
    creatorUid: string
    endsAt: ColumnType<Date, Date, Date>
    openedBy: string
    carrierId: string | null
  }
  creatorDayTotal: {
    creatorUid: string
    day: ColumnType<string, string, never>
    amountMinor: number
    tips: number
  }
  /** Only triggers write to it. */
  creatorQuarterHour: {
    creatorUid: string
    startsAt: ColumnType<Date, never, never>
    amountMinor: ColumnType<number, never, never>
    tips: ColumnType<number, never, never>
  }
}
