/** The document that a creator may attach to the answer to a dispute: a PDF, or a picture that is kept as a JPEG. */
import * as z from 'zod/mini'

/**
 * The most bytes of a document. Stripe takes 5 MB (https://docs.stripe.com/file-upload), PayPal less than 10 MB
 * (https://developer.paypal.com/platforms/disputes/reference/supported-file-types-sizes.md).
 */
export const maxDocumentBytes = 4_000_000

/**
 * The most pages of a PDF: American Express takes 20
 * (https://www.checkout.com/docs/payments/process-disputes/dispute-evidence-file-requirements.md).
 */
export const maxDocumentPages = 20

export const documentType = z.enum(['application/pdf', 'image/jpeg'])
export type DocumentType = z.output<typeof documentType>

/** A document as it is stored and sent. */
export const evidenceDocument = z.object({ type: documentType, bytes: z.int() })
export type EvidenceDocument = z.output<typeof evidenceDocument>
