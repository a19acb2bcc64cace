/** Makes the document that is sent as evidence from an uploaded file: a PDF is checked, a picture becomes a JPEG without metadata. */
import type { Sharp } from 'sharp'
import { maxDocumentBytes } from '../../contract/payments/evidence-files.ts'
import type { DocumentType } from '../../contract/payments/evidence-files.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { findPdfFault } from './check-pdf.ts'
import { isPicture, isTooLarge, openHostilePicture } from './encode-picture.ts'

export interface DocumentTask {
  makes: 'document'
  bytes: Buffer
}

export interface MadeDocument {
  type: DocumentType
  content: Buffer
}

export type DocumentResult = MadeDocument | UploadRefusal

/** Widths or heights in pixels, and JPEG qualities, that are tried until the picture is small enough. A screenshot stays legible. */
const attempts = [
  { side: 3_000, quality: 88 },
  { side: 3_000, quality: 70 },
  { side: 2_000, quality: 60 },
]

/** Makes a document. The file may be hostile, so only `process-upload.ts` calls this, in its own process. */
export async function makeDocument({ bytes }: DocumentTask): Promise<DocumentResult> {
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  if (isPdf) return findPdfFault(bytes) ?? { type: 'application/pdf', content: bytes }
  try {
    const picture = openHostilePicture(bytes)
    if (isTooLarge(await picture.metadata())) return 'picture_pixels'
    return { type: 'image/jpeg', content: await encodeSmall(picture) }
  } catch {
    // For whatever reason libvips fails, the file is not an acceptable picture.
    return isPicture(bytes) ? 'document_unreadable' : 'document_refused'
  }
}

/** Encodes a picture on white ground, because a JPEG has no transparency. */
async function encodeSmall(picture: Sharp): Promise<Buffer> {
  const flat = picture.autoOrient().flatten({ background: 'white' })
  for (const { side, quality } of attempts) {
    const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
    const jpeg = await flat.clone().resize(size).jpeg({ quality }).toBuffer()
    if (jpeg.length <= maxDocumentBytes) return jpeg
  }
  throw new Error('a picture stays too large')
}
