/** The document that a creator attaches to the evidence about a dispute, before it is confirmed and sent. docs/disputes.md. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { EvidenceDocument } from '../../../contract/payments/evidence-files.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../db/connection.ts'
import { findEvidence, isInquiryStatus } from '../../../db/queries/payments/disputes.ts'
import type { EvidenceRow } from '../../../db/queries/payments/disputes.ts'
import { findLatestResponse } from '../../../db/queries/payments/dispute-responses.ts'
import {
  attachDocumentRow,
  readAttachedDocument,
  removeDocumentRow,
} from '../../../db/queries/payments/evidence-documents.ts'
import type { DocumentFacts, DocumentPlace } from '../../../db/queries/payments/evidence-documents.ts'
import { documentNames } from '../provider/dispute-gateway.ts'

/** A document to attach, checked. */
export interface DocumentToAttach {
  type: EvidenceDocument['type']
  content: Buffer
}

/**
 * Attaches a document to the preview of a dispute of a tip that the creator received. Throws AppError `not_found`, `dispute_closed` or
 * `dispute_answered`.
 */
export async function attachDocument(
  db: Db,
  creatorUid: string,
  disputeId: string,
  { type, content }: DocumentToAttach,
): Promise<EvidenceDocument> {
  const place = placeOf(await findUnanswered(db, creatorUid, disputeId))
  const hash = createHash('sha256').update(content).digest('hex')
  await attachDocumentRow(db, { ...place, creatorUid, type, content, hash })
  return { type, bytes: content.length }
}

/** Removes the document from the preview. Throws as `attachDocument`. */
export async function removeDocument(db: Db, creatorUid: string, disputeId: string): Promise<void> {
  await removeDocumentRow(db, placeOf(await findUnanswered(db, creatorUid, disputeId)))
}

/** Opens the document of the preview. Throws AppError `not_found`. */
export async function openDocument(db: Db, creatorUid: string, disputeId: string) {
  const row = await findEvidence(db, creatorUid, disputeId)
  const document = row && (await readAttachedDocument(db, placeOf(row)))
  if (!document) throw new AppError('not_found')
  const { content, type, size: bytes } = document
  return { content: Readable.from([content]), name: documentNames[type], bytes }
}

/** Returns the dispute if the creator may still answer it. Throws as `attachDocument`. */
export async function findUnanswered(db: Db, creatorUid: string, disputeId: string): Promise<EvidenceRow> {
  const row = await findEvidence(db, creatorUid, disputeId)
  if (!row) throw new AppError('not_found')
  const known = await findLatestResponse(db, placeOf(row))
  if (known && known.status !== 'refused') throw new AppError('dispute_answered')
  if (row.status !== 'open' && row.status !== 'inquiry') throw new AppError('dispute_closed')
  return row
}

/** Returns where the document of a dispute is now: an inquiry and the dispute that it became have a document each. */
export function placeOf({ id, status }: Pick<EvidenceRow, 'id' | 'status'>): DocumentPlace {
  return { disputeId: id, isInquiry: isInquiryStatus(status) }
}

/** Converts what is known of a document; null if there is none. */
export function toDocument(facts: DocumentFacts | undefined): EvidenceDocument | null {
  return facts ? { type: facts.type, bytes: facts.size } : null
}
