/** Reads invoices: a creator's own, and all of them for admins. */
import { Readable } from 'node:stream'
import { AppError } from '../../../contract/errors.ts'
import type { findInvoices } from '../../../contract/admin/admin-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import type { Invoice } from '../../../contract/payments/invoice.ts'
import type { getInvoices } from '../../../contract/payments/invoice-calls.ts'
import type { Db } from '../../../db/connection.ts'
import { findInvoice, listInvoicesOf, listInvoicesOfMonth } from '../../../db/queries/payments/invoices.ts'
import type { FoundInvoice } from '../../../db/queries/payments/invoices.ts'
import type { Mode } from '../../../db/schema.ts'
import { openBuyer } from './billing-details.ts'
import type { BillingContext } from './billing-details.ts'
import { drawInvoice } from './draw-invoice.ts'
import { formatInvoiceNumber } from './invoice-number.ts'

const ownPage = 24
const adminPage = 50

/** Returns a page of a creator's invoices. */
export async function readInvoices(
  db: Db,
  creator: { mode: Mode; creatorUid: string },
  before: string | undefined,
): Promise<CallResponse<typeof getInvoices>> {
  const rows = await listInvoicesOf(db, creator, before, ownPage + 1)
  return { invoices: rows.slice(0, ownPage).map(toInvoice), next: nextOf(rows, ownPage) }
}

/** Returns a page of a month's invoices, with the creators' public names. */
export async function readInvoicesOfMonth(
  db: Db,
  { mode, month, after }: { mode: Mode; month: string; after: string | undefined },
): Promise<CallResponse<typeof findInvoices>> {
  const rows = await listInvoicesOfMonth(db, { mode, month: `${month}-01` }, after, adminPage + 1)
  const invoices = rows.slice(0, adminPage).map((row) => ({ ...toInvoice(row), userName: row.userName }))
  return { invoices, next: nextOf(rows, adminPage) }
}

function nextOf(rows: readonly FoundInvoice[], size: number): string | null {
  return rows.length > size ? rows[size - 1]!.id : null
}

export function toInvoice(row: FoundInvoice): Invoice {
  const { id, kind, currency, totalMinor: total, vatMinor: vat, vatRule, issuedOn } = row
  const correctedMonth = row.tipMonth === row.month ? null : row.tipMonth.slice(0, 7)
  const number = formatInvoiceNumber(row)
  return {
    id,
    kind,
    number,
    month: row.month.slice(0, 7),
    correctedMonth,
    currency,
    total,
    vat,
    vatRule,
    issuedOn,
  }
}

/** An invoice as a file. */
export interface InvoiceFile {
  content: Readable
  name: string
  bytes: number
  number: string
  creatorUid: string
}

/** Draws an invoice, of this creator if one is given. Throws AppError `not_found`. */
export async function openInvoiceFile(
  { db, config }: BillingContext,
  id: string,
  creatorUid?: string,
): Promise<InvoiceFile> {
  const row = await findInvoice(db, id)
  if (!row || (creatorUid !== undefined && row.creatorUid !== creatorUid)) throw new AppError('not_found')
  const buyer = row.sealed === null ? undefined : openBuyer(config.secretsKey, id, row.sealed)
  const pdf = await drawInvoice(row, buyer)
  const number = formatInvoiceNumber(row)
  const file = { content: Readable.from([pdf]), name: `${number}.pdf`, bytes: pdf.length }
  return { ...file, number, creatorUid: row.creatorUid }
}
