/** Calls for admins: the platform's own ledger, its invoices, and VAT ids to check. `npm run admin` makes an admin. */
import * as z from 'zod/mini'
import { adminCall } from '../call.ts'
import { csvQuery } from '../csv-form.ts'
import { isoTime, uid } from '../entities.ts'
import { billingFields, invoice, month } from '../payments/invoice.ts'
import { currency } from '../money/money.ts'
import { payoutProvider } from '../payments/payout-calls.ts'

/**
 * Service fees of a month, by provider and currency, in minor units. `owedOpening` + `charged` + `returned` - `received` =
 * `owedClosing`.
 */
export const platformSum = z.object({
  provider: payoutProvider,
  currency,
  /** The unpaid fees of creators before the month. */
  owedOpening: z.int(),
  /** Fees of the month's tips. */
  charged: z.int(),
  /** What refunds and corrections gave back: negative. */
  returned: z.int(),
  /** What providers split off for us, less what they gave back. */
  received: z.int(),
  owedClosing: z.int(),
})
export type PlatformSum = z.output<typeof platformSum>

/** The sums of a month's invoices less its credit notes, by currency and VAT, in minor units. */
export const invoiceSum = z.object({
  currency,
  country: z.string(),
  vatRule: invoice.shape.vatRule,
  /** In hundredths of a percent. */
  vatRate: z.int(),
  invoices: z.int(),
  creditNotes: z.int(),
  net: z.int(),
  vat: z.int(),
})
export type InvoiceSum = z.output<typeof invoiceSum>

export const getPlatformMonth = adminCall.get('admin/month', {
  summary: 'The platform’s own ledger of a month: fees by provider and currency, and the invoices.',
  costs: 'rows of one month, for admins only',
  query: z.object({ month }),
  response: z.object({
    closedAt: z.nullable(isoTime),
    /** Whether a seller is configured. Without one no month is closed. */
    hasSeller: z.boolean(),
    sums: z.array(platformSum),
    invoiceSums: z.array(invoiceSum),
  }),
})
export type PlatformMonth = z.output<typeof getPlatformMonth.response>

const ofMonth = { query: z.object({ month, ...csvQuery }) }

export const downloadPlatformEntries = adminCall.get('admin/month/entries', {
  summary: 'Every entry of a month as CSV: openings, movements and closings balance.',
  costs: 'rows of one month, for admins only',
  ...ofMonth,
  download: 'text/csv',
})

export const downloadPlatformInvoices = adminCall.get('admin/month/invoices', {
  summary: 'Every invoice and credit note of a month as CSV, without names.',
  costs: 'rows of one month, for admins only',
  ...ofMonth,
  download: 'text/csv',
})

/** An invoice as admins see it in a list. */
const listedInvoice = z.object({
  ...invoice.shape,
  /** The creator's public name; null after an erasure. */
  userName: z.nullable(z.string()),
})

export const findInvoices = adminCall.get('admin/invoices', {
  summary: 'Invoices and credit notes of a month, fifty at a time.',
  costs: 'rows of one month, for admins only',
  query: z.object({ month, after: z.optional(z.uuid()) }),
  response: z.object({ invoices: z.array(listedInvoice), next: z.nullable(z.uuid()) }),
})

export const downloadAnyInvoice = adminCall.get('admin/invoices/:id/file', {
  summary: 'An invoice as a PDF, with the name and address on it. Each download is recorded.',
  costs: 'drawing a PDF of one page, for admins only',
  params: z.object({ id: z.uuid() }),
  download: 'application/pdf',
})

export const listVatIds = adminCall.get('admin/vat-ids', {
  summary: 'VAT ids that nobody has checked yet, oldest first, at most fifty.',
  costs: 'rows of one month, for admins only',
  response: z.array(
    z.object({
      uid,
      userName: z.string(),
      legalName: billingFields.legalName,
      address: billingFields.address,
      country: billingFields.country,
      vatId: z.string(),
      enteredAt: isoTime,
    }),
  ),
})

export const checkVatId = adminCall.post('admin/check-vat-id', {
  summary: 'Records that an admin found a VAT id valid (`vatId` as it was shown), for example in VIES.',
  costs: 'rows of one month, for admins only',
  body: z.object({ uid, vatId: z.string() }),
})
