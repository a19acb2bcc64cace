/** Documents of the evidence about disputes. The content is kept until the provider has it. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { EvidenceDocumentRow } from '../../ledger-tables.ts'

/** The dispute that a document belongs to, or the inquiry that it was before. */
export interface DocumentPlace {
  disputeId: string
  isInquiry: boolean
}

export type DocumentFacts = Pick<EvidenceDocumentRow, 'id' | 'type' | 'size' | 'hash'>

/** What is sent: a document with its content. */
export interface DocumentContent extends DocumentFacts {
  content: Buffer
}

export interface NewDocument extends DocumentPlace {
  creatorUid: string
  type: EvidenceDocumentRow['type']
  content: Buffer
  hash: string
}

const facts = ['id', 'type', 'size', 'hash'] as const

/** Attaches a document to a preview, in the place of the one that was there. */
export async function attachDocumentRow(db: Db, { content, ...document }: NewDocument): Promise<void> {
  const size = content.length
  await db
    .insertInto('evidenceDocument')
    .values({ ...document, responseId: null, content, size })
    .onConflict((oc) =>
      oc
        .columns(['disputeId', 'isInquiry'])
        .where('responseId', 'is', null)
        .doUpdateSet({
          id: sql<string>`gen_random_uuid()`,
          type: document.type,
          hash: document.hash,
          content,
          size,
          createdAt: sql<Date>`now()`,
        }),
    )
    .execute()
}

/** Removes the document of a preview, if it has one. */
export async function removeDocumentRow(db: Db, place: DocumentPlace): Promise<void> {
  await db.deleteFrom('evidenceDocument').where(ofPreview(place)).execute()
}

/** Returns what is known of the document of a preview, without its content. */
export async function findAttachedDocument(db: Db, place: DocumentPlace): Promise<DocumentFacts | undefined> {
  return db.selectFrom('evidenceDocument').select(facts).where(ofPreview(place)).executeTakeFirst()
}

/** Returns the document of a preview with its content. */
export async function readAttachedDocument(
  db: Db,
  place: DocumentPlace,
): Promise<DocumentContent | undefined> {
  const row = await db.selectFrom('evidenceDocument').selectAll().where(ofPreview(place)).executeTakeFirst()
  return row && withContent(row)
}

/** Returns what is known of the document that was sent with a response. */
export async function findSentDocument(db: Db, responseId: string): Promise<DocumentFacts | undefined> {
  return db
    .selectFrom('evidenceDocument')
    .select(facts)
    .where('responseId', '=', responseId)
    .executeTakeFirst()
}

/** Returns the document to send with a response, while the provider may not have it. */
export async function readDocumentToSend(db: Db, responseId: string): Promise<DocumentContent | undefined> {
  const row = await db
    .selectFrom('evidenceDocument')
    .selectAll()
    .where('responseId', '=', responseId)
    .executeTakeFirst()
  return row && withContent(row)
}

/** Makes the document of a preview part of a response. Returns false if it is no longer the document of the preview. */
export async function bindDocument(db: Db, id: string, responseId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidenceDocument')
    .set({ responseId })
    .where('id', '=', id)
    .where('responseId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Forgets the content of the document of a response that is settled. If the provider has refused the response, the document is in the
 * preview again, unless another one is.
 */
export async function settleDocument(db: Db, responseId: string, isRefused: boolean): Promise<void> {
  if (isRefused)
    await sql`
      insert into evidence_document (dispute_id, is_inquiry, creator_uid, type, size, hash, content)
      select dispute_id, is_inquiry, creator_uid, type, size, hash, content
      from evidence_document where response_id = ${responseId} and content is not null
      on conflict do nothing`.execute(db)
  await db
    .updateTable('evidenceDocument')
    .set({ content: null })
    .where('responseId', '=', responseId)
    .where('content', 'is not', null)
    .execute()
}

function ofPreview({ disputeId, isInquiry }: DocumentPlace) {
  return sql<boolean>`dispute_id = ${disputeId} and is_inquiry = ${isInquiry} and response_id is null`
}

function withContent({ id, type, size, hash, content }: EvidenceDocumentRow): DocumentContent | undefined {
  return content ? { id, type, size, hash, content } : undefined
}
