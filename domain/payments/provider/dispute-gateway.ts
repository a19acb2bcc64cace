/** How a payee responds to a dispute through a payment provider. */
import type { DocumentType } from '../../../contract/payments/evidence-files.ts'
import type { ProviderDispute } from './reports.ts'

/** Submits evidence about disputes and accepts them, on behalf of a payee. */
export interface DisputeGateway {
  /** Asks the provider what it holds about a dispute. Undefined if the platform may not read it. Throws RefusedError. */
  findState(disputeId: string, payeeId: string): Promise<DisputeState | undefined>
  /** Arranges the facts in the fields of the provider, which are then sent as they are. */
  writeFields(facts: EvidenceFacts, state: DisputeState | undefined): EvidenceFields
  /** The most characters that the payee's own words may have beside these facts. */
  countWords(facts: EvidenceFacts): number
  /**
   * Submits evidence, with its document; it can be submitted once. Our id is the idempotency key. Throws RefusedError or
   * RefundNotPermittedError.
   */
  submitEvidence(evidence: EvidenceToSubmit): Promise<void>
  /** Accepts a dispute as lost, which is final. Our id is the idempotency key. Throws as `submitEvidence`. */
  acceptDispute(response: ResponseKey): Promise<void>
}

/** What a provider holds about a dispute, and what it accepts now. */
export interface DisputeState {
  /** Undefined if the provider gives it a status that we do not know. */
  dispute: ProviderDispute | undefined
  /**
   * `early`: the provider takes evidence only at a later stage. `answered`: evidence is there. `late`: the deadline has passed.
   * `elsewhere`: it can be answered only on the provider's own site.
   */
  stage: 'open' | 'early' | 'answered' | 'late' | 'closed' | 'elsewhere'
  mayAccept: boolean
  /** The kinds of evidence that the provider asks for, in its own words. */
  wanted: string[]
  /** Returns whether the evidence that the provider has is ours. */
  isFrom(response: { id: string; fields: EvidenceFields }): boolean
}

/** The facts of our own records about a disputed tip, and the payee's own words. All are plain text. */
export interface EvidenceFacts {
  /** What the payment was for. */
  product: string
  /** The day (UTC) on which the tip was shown or, if it was not, paid, as YYYY-MM-DD. */
  servedOn: string
  /** What happened when: one line for each. */
  activity: string
  /** The name that the supporter gave; undefined for an anonymous tip. */
  customer: string | undefined
  /** Which terms the supporter agreed to, and what they say about refunds. */
  terms: string
  /** Empty if the payee adds nothing. */
  words: string
}

/** The texts that are sent, by the provider's own names of their fields. */
export type EvidenceFields = Record<string, string>

/** Which response it is, and to which dispute. */
export interface ResponseKey {
  /** Our id of the response. */
  id: string
  disputeId: string
  payeeId: string
}

export interface EvidenceToSubmit extends ResponseKey {
  fields: EvidenceFields
  /** A document beside the texts. */
  document?: { type: DocumentType; content: Buffer } | undefined
}

/** The names under which documents are sent. A name that somebody chose could hold anything. */
export const documentNames: Record<DocumentType, string> = {
  'application/pdf': 'evidence.pdf',
  'image/jpeg': 'evidence.jpg',
}
