/** Kysely types of the tables behind insights. */
import type { ColumnType } from 'kysely'

interface CreatorDayTotalTable {
  creatorUid: string
  day: ColumnType<string, string, never>
  amountMinor: number
  tips: number
}

interface MailWindowTable {
  creatorUid: string
  endsAt: ColumnType<Date, Date, Date>
  openedBy: string
  carrierId: string | null
}

export interface OverviewTables {
  mailWindow: MailWindowTable
  creatorDayTotal: CreatorDayTotalTable
}
