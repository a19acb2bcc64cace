/** Calls for a creator's invoices about the service fee, and for the name and address on them. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { billingDetails, billingFields, invoice } from './invoice.ts'

export const getInvoices = creatorCall.get('books/invoices', {
  summary: 'The signed-in creator’s invoices and credit notes, latest first, twenty-four at a time.',
  query: z.object({ before: z.optional(z.uuid()) }),
  response: z.object({
    invoices: z.array(invoice),
    /** The `before` to request the next page with; null at the end. */
    next: z.nullable(z.uuid()),
  }),
})

export const downloadInvoice = creatorCall.get('books/invoices/:id/file', {
  summary: 'One of the signed-in creator’s invoices as a PDF.',
  costs: 'drawing a PDF of one page, about 30 ms',
  limits: ['account invoice'],
  params: z.object({ id: z.uuid() }),
  download: 'application/pdf',
})

const savedDetails = z.object({
  details: z.nullable(
    z.object({
      ...billingFields,
      /** Whether the VAT id was found valid. Until then invoices have VAT as for private people. */
      isVatIdChecked: z.boolean(),
    }),
  ),
})

export const getBillingDetails = creatorCall.get('books/billing-details', {
  summary: 'The name and address on the signed-in creator’s invoices; null before they are entered.',
  response: savedDetails,
})

export const saveBillingDetails = creatorCall.post('books/save-billing-details', {
  summary: 'Changes the name and address on future invoices and, if wanted, on receipts.',
  body: billingDetails,
  response: savedDetails,
})
