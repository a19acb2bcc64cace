/** Reads what a creator sees before answering a dispute: its state at the provider, and a preview of the evidence. */
import type {
  DisputeCase,
  DisputeResponse,
  EvidenceSection,
} from '../../../contract/payments/dispute-calls.ts'
import { AppError } from '../../../contract/errors.ts'
import { findEvidence, listDisputes } from '../../../db/queries/payments/disputes.ts'
import type { EvidenceRow } from '../../../db/queries/payments/disputes.ts'
import { findLatestResponse } from '../../../db/queries/payments/dispute-responses.ts'
import { findAttachedDocument, findSentDocument } from '../../../db/queries/payments/evidence-documents.ts'
import type { DocumentFacts } from '../../../db/queries/payments/evidence-documents.ts'
import type { DisputeResponseRow } from '../../../db/ledger-tables.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { DisputeGateway, DisputeState, EvidenceFields } from '../provider/dispute-gateway.ts'
import { toDispute } from './disputes.ts'
import { toDocument } from './evidence-documents.ts'
import { readState } from './respond-to-dispute.ts'
import { hashPreview, writeFacts } from './write-facts.ts'

/**
 * Reads a dispute of, or an inquiry about, a tip of this creator. An open one is looked up at its provider; if the provider does not respond, the stage
 * is `unknown`. Throws AppError `not_found`.
 */
export async function readDisputeCase(
  ctx: PaymentContext,
  creatorUid: string,
  id: string,
): Promise<DisputeCase> {
  const { db, payments } = ctx
  const row = await findEvidence(db, creatorUid, id)
  if (!row) throw new AppError('not_found')
  const gateway = payments[row.provider]?.responses
  const found = await findStage(ctx, gateway, row)
  const [listed] = await listDisputes(db, creatorUid, row.mode, id) // again: looking it up may have changed it
  const { isInquiry, status } = listed!
  const response = await findLatestResponse(db, { disputeId: id, isInquiry })
  const facts = writeFacts(row)
  const document = await findAttachedDocument(db, { disputeId: id, isInquiry })
  return {
    dispute: toDispute(listed!),
    ...found,
    refundable: isInquiry && status === 'open' ? row.refundableMinor : 0,
    sections: gateway ? toSections(gateway.writeFields(facts, undefined)) : [],
    maxWords: Math.max(0, gateway?.countWords(facts) ?? 0),
    document: toDocument(document),
    version: hashPreview(facts, document),
    response: response ? toResponse(response, await findSentDocument(db, response.id)) : null,
  }
}

type Stage = Pick<DisputeCase, 'stage' | 'mayAccept'>

async function findStage(
  ctx: PaymentContext,
  gateway: DisputeGateway | undefined,
  row: EvidenceRow,
): Promise<Stage> {
  if (row.status !== 'open' && row.status !== 'inquiry') return { stage: 'closed', mayAccept: false }
  if (!gateway) return { stage: 'elsewhere', mayAccept: false }
  try {
    const { stage, mayAccept }: DisputeState = await readState(ctx, gateway, row)
    return { stage, mayAccept }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { stage: error.code === 'dispute_elsewhere' ? 'elsewhere' : 'unknown', mayAccept: false }
  }
}

function toResponse(
  { kind, status, issue, fields, createdAt }: DisputeResponseRow,
  document: DocumentFacts | undefined,
): DisputeResponse {
  return {
    kind,
    status,
    issue,
    sections: toSections(fields),
    document: toDocument(document),
    createdAt: createdAt.toISOString(),
  }
}

/** The kind of evidence is a code for the provider, and nothing that anybody reads. */
function toSections(fields: EvidenceFields): EvidenceSection[] {
  return Object.entries(fields)
    .filter(([field]) => field !== 'evidence_type')
    .map(([field, text]) => ({ field, text }))
}
