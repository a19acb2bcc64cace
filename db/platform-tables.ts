/** Kysely types of the platform's own ledger, its invoices, what admins did, visitors' reports and the operator's switches. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Currency } from '../contract/money/currencies.ts'
import type { Locale } from '../contract/locale.ts'
import type { InvoiceKind, Seller, VatRule } from '../contract/payments/invoice.ts'
import type { AccountChange } from '../contract/admin/manage-calls.ts'
import type { ReportDecision, ReportReason } from '../contract/admin/report-calls.ts'
import type { MovementKind } from '../contract/payments/statement-calls.ts'
import type { MaybeTime, Mode, Provider, Time } from './column-types.ts'

export type AdminActionKind =
  | AccountChange
  | ReportDecision
  | 'show'
  | 'export'
  | 'invoice'
  | 'vat_id'
  | 'payment'
  | 'retry'
  | 'drop'
  | 'testimonial'
  | 'maintenance_on'
  | 'maintenance_off'
  | 'propose_adjustment'
  | 'book_adjustment'
  | 'reject_adjustment'
  | 'propose_settlement'
  | 'settle_payment'
  | 'reject_settlement'

/** Months are their first day, as YYYY-MM-DD. */
export interface PlatformTables {
  /** What a creator's movements of a month changed the service fees by, which a trigger sums. */
  platformMonth: {
    mode: Mode
    month: string
    creatorUid: string
    currency: Currency
    tipMonth: string
    provider: Provider
    kind: MovementKind
    feeMinor: number
    owedMinor: number
    firstId: number
    lastId: number
  }
  closedMonth: {
    mode: Mode
    month: string
    closedAt: Time
  }
  closedMonthSum: {
    mode: Mode
    month: string
    provider: Provider
    currency: Currency
    owedOpeningMinor: number
    chargedMinor: number
    returnedMinor: number
    receivedMinor: number
    owedClosingMinor: number
  }
  carriedMonth: {
    mode: Mode
    month: string
    carriedAt: Time
  }
  carriedFees: {
    mode: Mode
    month: string
    provider: Provider
    currency: Currency
    owedMinor: number
  }
  adminAction: {
    id: Generated<number>
    /** Null for a command on the server. */
    adminUid: string | null
    action: AdminActionKind
    accountUid: string | null
    subject: string | null
    reason: string | null
    doneAt: Time
  }
  /** A creator's page, a goal of hers (`goalId`), or a name in her lists (`name`), which visitors have reported. */
  abuseCase: {
    id: Generated<string>
    creatorUid: string
    goalId: string | null
    name: string | null
    reports: Generated<number>
    openedAt: Time
    decision: ReportDecision | null
    decidedAt: MaybeTime
  }
  abuseReport: {
    id: Generated<string>
    caseId: string
    reason: ReportReason
    details: Generated<string>
    contact: string | null
    createdAt: Time
  }
  hiddenName: {
    creatorUid: string
    nameHash: string
    hiddenAt: Time
  }
  siteSwitch: {
    name: 'maintenance'
    since: Time
  }
  billingDetails: {
    uid: string
    sealed: string
    hasVatId: boolean
    vatIdCheckedAt: MaybeTime
    isOnReceipts: Generated<boolean>
    updatedAt: Time
    keepUntil: MaybeTime
  }
  invoiceCounter: {
    mode: Mode
    kind: InvoiceKind
    year: number
    lastNumber: number
  }
  invoice: {
    id: Generated<string>
    mode: Mode
    kind: InvoiceKind
    /** `year` and `number` are set by a trigger. */
    year: Generated<number>
    number: Generated<number>
    issuedOn: ColumnType<string, string | undefined, never>
    creatorUid: string
    month: string
    tipMonth: string
    corrects: string | null
    currency: Currency
    totalMinor: number
    vatMinor: number
    /** In hundredths of a percent. */
    vatRate: number
    vatRule: VatRule
    country: string
    locale: Locale
    seller: ColumnType<Seller, string, never>
    /** Where VAT is charged in another currency: that of its country, and both sums in it, with two decimals. */
    localCurrency: ColumnType<string | null, string | undefined, never>
    localNetMinor: ColumnType<number | null, number | undefined, never>
    localVatMinor: ColumnType<number | null, number | undefined, never>
    /** How much of it is paid for one unit of `currency`, and the day of that rate. */
    localRate: ColumnType<number | null, number | undefined, never>
    localRateOn: ColumnType<string | null, string | undefined, never>
  }
  invoiceBuyer: {
    invoiceId: string
    sealed: string
    keepUntil: string
  }
}

export type InvoiceRow = Selectable<PlatformTables['invoice']>
export type NewInvoice = Insertable<PlatformTables['invoice']>
