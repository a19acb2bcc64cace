/** Invoices: what is to be invoiced, the rows, and who they are for. Months are their first day, as YYYY-MM-DD. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/currencies.ts'
import type { InvoiceSum } from '../../../contract/admin/admin-calls.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { VatRule } from '../../../contract/payments/invoice.ts'
import type { Db, Trx } from '../../connection.ts'
import type { InvoiceRow, NewInvoice } from '../../platform-tables.ts'
import type { MonthKey } from './platform-months.ts'

/** The fees of a creator's tips of one month, as far as they were booked in a month, without an invoice yet. */
export interface OpenFees {
  creatorUid: string
  currency: Currency
  tipMonth: string
  /** Negative when more was returned than charged. */
  feeMinor: number
  locale: Locale
}

/** Lists the creators with fees in a month after the creator `after`, in the order of their ids. */
export async function listCreatorsOfMonth(
  db: Db,
  { mode, month }: MonthKey,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ creatorUid: string }>`
    select distinct creator_uid from platform_month
    where mode = ${mode} and month = ${month}::date and creator_uid > ${after} order by creator_uid limit ${limit}`.execute(
    db,
  )
  return rows.map(({ creatorUid }) => creatorUid)
}

/** Lists the fees of these creators in a month that have no invoice yet. Sums of zero need none. */
export async function listOpenFees(
  db: Db,
  { mode, month }: MonthKey,
  creatorUids: readonly string[],
): Promise<OpenFees[]> {
  const { rows } = await sql<OpenFees>`
    select f.creator_uid, f.currency, f.tip_month::text as tip_month, f.fee_minor, a.locale
    from (
      select creator_uid, currency, tip_month, sum(fee_minor)::bigint as fee_minor from platform_month
      where mode = ${mode} and month = ${month}::date and creator_uid = any (${creatorUids}::uuid[])
      group by creator_uid, currency, tip_month having sum(fee_minor) <> 0
    ) f join account a on a.uid = f.creator_uid
    where not exists (
      select from invoice i where i.mode = ${mode} and i.creator_uid = f.creator_uid and i.month = ${month}::date
        and i.currency = f.currency and i.tip_month = f.tip_month
    )
    order by f.creator_uid, f.currency, f.tip_month`.execute(db)
  return rows
}

/** The invoice of a month's tips, with what later corrections have changed of it. */
export interface CorrectedInvoice {
  id: string
  totalMinor: number
  vatRate: number
  vatRule: VatRule
  country: string
  /** What is left of the total. */
  leftMinor: number
  /** The rate that converts its VAT into the currency of `country`; null if that is the invoice's own. */
  localRate: number | null
  localRateOn: string | null
}

/** Finds the invoice that a correction of a creator's tips of `tipMonth` corrects. */
export async function findInvoiceOf(
  db: Db,
  { mode, month: tipMonth, creatorUid, currency }: MonthKey & { creatorUid: string; currency: Currency },
): Promise<CorrectedInvoice | undefined> {
  const { rows } = await sql<CorrectedInvoice>`
    select i.id, i.total_minor, i.vat_rate, i.vat_rule, i.country, i.local_rate::float8 as local_rate,
      i.local_rate_on::text as local_rate_on,
      (i.total_minor + coalesce((select sum(case c.kind when 'invoice' then c.total_minor else -c.total_minor end)
        from invoice c where c.corrects = i.id), 0))::bigint as left_minor
    from invoice i
    where i.mode = ${mode} and i.creator_uid = ${creatorUid} and i.month = ${tipMonth}::date
      and i.currency = ${currency} and i.tip_month = i.month`.execute(db)
  return rows[0]
}

/** Inserts an invoice, which gets the next number, and who it is for. */
export async function insertInvoice(
  trx: Trx,
  invoice: NewInvoice & { id: string },
  buyer: { sealed: string; keepUntil: string } | undefined,
): Promise<void> {
  await trx.insertInto('invoice').values(invoice).execute()
  if (buyer)
    await trx
      .insertInto('invoiceBuyer')
      .values({ invoiceId: invoice.id, ...buyer })
      .execute()
}

/** An invoice with the creator's public name. */
export type FoundInvoice = InvoiceRow & {
  userName: string | null
  /** The number of the invoice that this one corrects. */
  correctedYear: number | null
  correctedNumber: number | null
}

const found = sql`
  select i.id, i.mode, i.kind, i.year, i.number, i.issued_on::text as issued_on, i.creator_uid, i.month::text as month,
    i.tip_month::text as tip_month, i.corrects, i.currency, i.total_minor, i.vat_minor, i.vat_rate, i.vat_rule, i.country,
    i.locale, i.seller, i.local_currency, i.local_net_minor, i.local_vat_minor, i.local_rate::float8 as local_rate,
    i.local_rate_on::text as local_rate_on, c.year as corrected_year, c.number as corrected_number,
    case when a.erased_at is null then a.user_name end as user_name
  from invoice i join account a on a.uid = i.creator_uid left join invoice c on c.id = i.corrects`

/** Lists a creator's invoices before the invoice `before`, latest first. */
export async function listInvoicesOf(
  db: Db,
  { mode, creatorUid }: { mode: string; creatorUid: string },
  before: string | undefined,
  limit: number,
): Promise<FoundInvoice[]> {
  const earlier = before
    ? sql`and (i.issued_on, i.id) < (select b.issued_on, b.id from invoice b where b.id = ${before})`
    : sql``
  const { rows } = await sql<FoundInvoice>`
    ${found} where i.mode = ${mode} and i.creator_uid = ${creatorUid} ${earlier}
    order by i.issued_on desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

/** Lists the invoices of a month after the invoice `after`, in no particular order. */
export async function listInvoicesOfMonth(
  db: Db,
  { mode, month }: MonthKey,
  after: string | undefined,
  limit: number,
): Promise<FoundInvoice[]> {
  const later = after ? sql`and i.id > ${after}` : sql``
  const { rows } = await sql<FoundInvoice>`
    ${found} where i.mode = ${mode} and i.month = ${month}::date ${later} order by i.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Finds an invoice with who it is for; `sealed` is null where nobody entered that, or it was deleted. */
export async function findInvoice(
  db: Db,
  id: string,
): Promise<(FoundInvoice & { sealed: string | null }) | undefined> {
  const { rows } = await sql<FoundInvoice & { sealed: string | null }>`
    select f.*, b.sealed from (${found} where i.id = ${id}) f left join invoice_buyer b on b.invoice_id = f.id`.execute(
    db,
  )
  return rows[0]
}

/** Sums a month's invoices less its credit notes. Reads the month's invoices. */
export async function sumInvoices(db: Db, { mode, month }: MonthKey): Promise<InvoiceSum[]> {
  const signed = (column: string) =>
    sql`sum(case kind when 'invoice' then ${sql.raw(column)} else -(${sql.raw(column)}) end)::bigint`
  const { rows } = await sql<InvoiceSum>`
    select currency, country, vat_rule, vat_rate, count(*) filter (where kind = 'invoice') as invoices,
      count(*) filter (where kind = 'credit_note') as credit_notes, ${signed('total_minor - vat_minor')} as net,
      ${signed('vat_minor')} as vat
    from invoice where mode = ${mode} and month = ${month}::date
    group by currency, country, vat_rule, vat_rate order by currency, country, vat_rule, vat_rate`.execute(db)
  return rows
}

/**
 * Returns the currencies where a month's invoices do not sum to its fees, with both sums. Reads the month's rows of `platform_month` and
 * `invoice`.
 */
export async function listUninvoiced(
  db: Db,
  { mode, month }: MonthKey,
): Promise<{ currency: string; feeMinor: number; invoicedMinor: number }[]> {
  const { rows } = await sql<{ currency: string; feeMinor: number; invoicedMinor: number }>`
    select currency, sum(fee)::bigint as fee_minor, sum(invoiced)::bigint as invoiced_minor from (
      select currency, fee_minor as fee, 0 as invoiced from platform_month
      where mode = ${mode} and month = ${month}::date
      union all
      select currency, 0, case kind when 'invoice' then total_minor else -total_minor end from invoice
      where mode = ${mode} and month = ${month}::date
    ) both_sums
    group by currency having sum(fee) <> sum(invoiced)`.execute(db)
  return rows
}

/** Deletes the recipients of invoices, and the details of erased accounts, once the law no longer wants them kept. */
export async function deleteKeptBuyers(db: Db): Promise<void> {
  await sql`delete from invoice_buyer where keep_until <= (now() at time zone 'utc')::date`.execute(db)
  await sql`delete from billing_details where keep_until <= now()`.execute(db)
}
