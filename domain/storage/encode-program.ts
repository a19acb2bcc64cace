/** A program that encodes one uploaded picture, or makes a document for the evidence about a dispute. */
import { answerParent } from '../picture-program.ts'
import { encodePicture } from './encode-picture.ts'
import type { EncodeTask } from './encode-picture.ts'
import { makeDocument } from './make-document.ts'
import type { DocumentTask } from './make-document.ts'

answerParent(async (task: EncodeTask | DocumentTask) =>
  'makes' in task ? makeDocument(task) : encodePicture(task),
)
