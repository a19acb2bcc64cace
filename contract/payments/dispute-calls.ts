/** Calls below `books/` that a creator uses to answer a dispute. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { evidenceDocument } from './evidence-files.ts'
import { minorUnits } from '../money/money.ts'
import { dispute } from './statement-calls.ts'
import { plainText } from '../text.ts'
import { uploadLimits } from '../limit-groups.ts'

const responseKind = z.enum(['evidence', 'acceptance'])
export type ResponseKind = z.output<typeof responseKind>

/** A text of the evidence with the provider’s own name of its field. */
const section = z.object({ field: z.string(), text: z.string() })
export type EvidenceSection = z.output<typeof section>

const id = z.uuid()

/** An answer that was sent, exactly as it was sent. */
export const disputeResponse = z.object({
  kind: responseKind,
  /** `asked`: the provider has not confirmed it yet, and it is repeated automatically. */
  status: z.enum(['asked', 'done', 'refused']),
  /** The provider’s own code for a refusal. */
  issue: z.nullable(z.string()),
  sections: z.array(section),
  /** The document that was sent with them. */
  document: z._default(z.nullable(evidenceDocument), null),
  createdAt: z.string(),
})
export type DisputeResponse = z.output<typeof disputeResponse>

export const disputeCase = z.object({
  dispute,
  /**
   * Whether the provider takes evidence now. `early`: not yet. `answered`: it has evidence. `late`: the deadline has passed.
   * `elsewhere`: only on the provider’s own site. `unknown`: the provider did not respond.
   */
  stage: z.enum(['open', 'early', 'answered', 'late', 'closed', 'elsewhere', 'unknown']),
  /** Whether the provider lets the creator accept the dispute here. */
  mayAccept: z.boolean(),
  /** How much of the tip’s charge can be refunded instead; 0 unless this is an open inquiry. */
  refundable: z._default(minorUnits, 0),
  /** What would be sent now, without the creator’s own words. */
  sections: z.array(section),
  /** The most characters of the creator’s own words. */
  maxWords: z.int(),
  /** The document that would be sent with them. */
  document: z._default(z.nullable(evidenceDocument), null),
  /** Identifies these sections and this document, so that a confirmation counts only for them. */
  version: z.string(),
  /** The latest answer; null when there is none. */
  response: z.nullable(disputeResponse),
})
export type DisputeCase = z.output<typeof disputeCase>

export const getDisputeCase = creatorCall.get('books/dispute-case', {
  summary: 'A dispute, what the provider says about it now, and a preview of the evidence.',
  costs: 'one call to the provider',
  limits: ['account provider-call'],
  query: z.object({ id }),
  response: disputeCase,
})

export const answerDispute = creatorCall.post('books/answer-dispute', {
  summary:
    'Sends the previewed evidence to the provider, or accepts the dispute. Both can be done once. `asked`: the provider has not confirmed it yet, and it is repeated automatically.',
  costs: 'two to four calls to the provider',
  limits: ['account provider-call'],
  body: z.object({
    id,
    kind: responseKind,
    /** The creator’s own words beside the evidence. */
    words: plainText(5_000),
    /** The `version` of the preview that is confirmed. */
    version: z.string().check(z.maxLength(100)),
  }),
  bodyLimits: { bytes: 20_000 },
  response: z.object({ status: z.enum(['done', 'asked']) }),
})

export const attachDocument = creatorCall.post('books/attach-document', {
  summary:
    'Attaches a PDF, or a picture, to the evidence about a dispute that is not answered yet; it replaces another one. A picture is stored as a JPEG without its metadata. Nothing is sent before the evidence is confirmed.',
  costs: 'up to 5 MB, and a process that decodes (Pictures, above)',
  limits: uploadLimits,
  query: z.object({ id }),
  file: 'document',
  response: evidenceDocument,
})

export const removeDocument = creatorCall.post('books/remove-document', {
  summary: 'Removes the document that was attached to evidence and not sent.',
  body: z.object({ id }),
})

export const downloadDocument = creatorCall.get('books/document', {
  summary: 'The document that is attached to evidence, as it would be sent.',
  query: z.object({ id }),
  download: 'application/octet-stream',
})
