import { encodePicture } from './encode-picture.ts'
import type { EncodeResult, EncodeTask } from './encode-picture.ts'
import { makeDocument } from './make-document.ts'
import type { DocumentResult, DocumentTask } from './make-document.ts'

/** An uploaded file, and what to make of it: the pictures that are stored, or a document for the evidence about a dispute. */
export type UploadTask = EncodeTask | DocumentTask
export type UploadResult = EncodeResult | DocumentResult

/**
 * Encodes a picture or makes a document. The file may be hostile, so the product calls this only in `encode-program.ts`, a process of
 * its own.
 */
export async function processUpload(task: UploadTask): Promise<UploadResult> {
  return 'makes' in task ? makeDocument(task) : encodePicture(task)
}
