import { encodePicture } from './encode-picture.ts'
import type { EncodeResult, EncodeTask } from './encode-picture.ts'
import { makeDocument } from './make-document.ts'
import type { DocumentResult, DocumentTask } from './make-document.ts'

/** What is made of an uploaded file: the pictures that are stored, or the document for the evidence about a dispute. */
export type UploadTask = EncodeTask | DocumentTask
export type UploadResult = EncodeResult | DocumentResult

/** Encodes a picture or makes a document. The file may be hostile, so only `encode-program.ts` calls this, in its own process. */
export async function processUpload(task: UploadTask): Promise<UploadResult> {
  return 'makes' in task ? makeDocument(task) : encodePicture(task)
}
